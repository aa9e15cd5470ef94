//! Scans what a worker printed for commands that no worker may run or propose.

use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

/// A delete that is recursive and forced, however its options are spelled and ordered.
static DELETE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let short = r"-[A-Za-z]*[rR][A-Za-z]*f[A-Za-z]*|-[A-Za-z]*f[A-Za-z]*[rR][A-Za-z]*";
    let apart = r"(?:-[rR]\b|--recursive\b)[^\n;|&]*?\s(?:-f\b|--force\b)";
    let turned = r"(?:-f\b|--force\b)[^\n;|&]*?\s(?:-[rR]\b|--recursive\b)";
    Regex::new(&format!(
        r"(?:^|[^\w.-])rm\s+(?:(?:-[-\w]+|[^\s;|&-][^\s;|&]*)\s+)*?(?:(?:{short})\b|{apart}|{turned})"
    ))
    .ok()
});

/// A redirection, or a program that writes, to an absolute path.
static WRITE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?:^|[^-=<>|&\w])(?:\d?>>?\s*|\btee\s+(?:-a\s+)?)["']?(/[^\s;|&"'`<>()]+)"#).ok()
});

/// Absolute places that anybody may write to.
const FREE: [&str; 3] = ["/dev/", "/tmp/", "/proc/self/"];

/// The first thing in a transcript that ends a stage, said in one sentence.
pub fn forbidden(text: &str, root: &Path, tilegym: Option<&Path>) -> Option<String> {
    if let Some(found) = DELETE.as_ref().and_then(|regex| regex.find(text)) {
        return Some(format!(
            "its transcript holds a recursive forced delete: `{}`",
            found.as_str().trim()
        ));
    }
    let outside = |path: &str| {
        let inside = |folder: &Path| Path::new(path).starts_with(folder);
        let escapes = path.split('/').any(|part| part == "..");
        let free = FREE.iter().any(|place| path.starts_with(place));
        escapes || !(free || inside(root) || tilegym.is_some_and(inside))
    };
    let write = WRITE
        .as_ref()?
        .captures_iter(text)
        .find_map(|found| found.get(1).map(|path| path.as_str()).filter(|path| outside(path)))?;
    Some(format!("its transcript holds a write outside the workspace: {write}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<String> {
        forbidden(text, Path::new("/repo"), Some(Path::new("/gym")))
    }

    /// The command's name, put together so that this file holds no such command itself.
    const NAME: &str = concat!("r", "m");

    #[test]
    fn recursive_forced_deletes_are_found_however_spelled() {
        for options in [
            concat!("-", "rf x"),
            concat!("-", "fr x"),
            concat!("-", "Rf x"),
            concat!("-", "rvf x"),
            "-r -f x",
            "-f x -r",
            "-v -f -r x",
            "--recursive --force x",
            "--force -R x",
            concat!("x -", "rf"),
        ] {
            for before in ["", "cd a && ", "$ sudo ", "`", "  \"command\": \""] {
                let text = format!("first\n{before}{NAME} {options}\n");
                assert!(found(&text).is_some(), "{text}");
            }
        }
    }

    #[test]
    fn ordinary_text_passes() {
        for text in [
            format!("{NAME} -f build.log"),
            format!("{NAME} -r folder"),
            format!("{NAME} file; cp -rf a b"),
            format!("the {NAME}s of the form -rf"),
            "confirm -rf".to_owned(),
            "find target/x -mindepth 1 -delete".to_owned(),
            format!("alarm{NAME} -v"),
        ] {
            assert_eq!(found(&text), None, "{text}");
        }
    }

    #[test]
    fn writes_outside_the_workspace_are_found() {
        for text in
            ["echo x > /etc/passwd", "a | tee -a /opt/x/log", "x 2>>/var/log/y", "> /repo/../z"]
        {
            assert!(found(text).is_some(), "{text}");
        }
        for text in [
            "echo > /repo/kernels/x",
            "x 2>/dev/null",
            "> /gym/src",
            "A -> /etc",
            "a => /etc",
            "sort < /etc/passwd",
            "<b>/etc</b>",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
