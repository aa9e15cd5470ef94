//! pytest's own report file, JUnit XML: which tests were collected and how each came out.

/// How a test came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It passed.
    Passed,
    /// It, its set-up or the collection of its file failed: the exception in one line.
    Failed(String),
    /// It was skipped: the reason.
    Skipped(String),
}

/// The backend that a test runs, as its id says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// cutile-rs.
    Port,
    /// cuTile Python.
    Reference,
    /// Another one, or none.
    Other,
}

/// One test of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Dotted module and class.
    pub class: String,
    /// Function with its parameters: `test_op[baseline-cutile_rs-256-256-dtype0]`.
    pub name: String,
    /// How it came out.
    pub status: Status,
}

/// The port's backend as TileGym's test ids spell it.
const PORT: &str = "cutile_rs";
/// The reference's.
const REFERENCE: &str = "cutile";

impl Case {
    /// Class and name, as one id.
    pub fn id(&self) -> String {
        format!("{}::{}", self.class, self.name)
    }

    /// The backend among the parameters of the id.
    pub fn backend(&self) -> Backend {
        let has = |word| self.parameters().is_some_and(|mut words| words.any(|one| one == word));
        match () {
            () if has(PORT) => Backend::Port,
            () if has(REFERENCE) => Backend::Reference,
            () => Backend::Other,
        }
    }

    /// The id of the same test for the reference.
    pub fn twin(&self) -> String {
        let Some((function, _)) = self.name.split_once('[') else { return self.id() };
        let words = self.parameters().into_iter().flatten();
        let words: Vec<_> = words.map(|word| if word == PORT { REFERENCE } else { word }).collect();
        format!("{}::{function}[{}]", self.class, words.join("-"))
    }

    fn parameters(&self) -> Option<impl Iterator<Item = &str>> {
        let (_, rest) = self.name.split_once('[')?;
        Some(rest.trim_end_matches(']').split('-'))
    }
}

/// Reads a report: its tests in the order in which they ran.
///
/// # Errors
/// The text is no JUnit XML.
pub fn parse(text: &str) -> Result<Vec<Case>, String> {
    let document = roxmltree::Document::parse(text).map_err(|error| error.to_string())?;
    let root = document.root_element();
    if !["testsuites", "testsuite"].contains(&root.tag_name().name()) {
        return Err(format!("<{}> is no JUnit report", root.tag_name().name()));
    }
    let cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
    Ok(cases.map(case).collect())
}

fn case(node: roxmltree::Node<'_, '_>) -> Case {
    let attribute = |name| node.attribute(name).unwrap_or_default().to_owned();
    let child = |name| node.children().find(|child| child.has_tag_name(name));
    // An error of the set-up or the clean-up stands beside a test that passed.
    let status = if let Some(failed) = child("failure").or_else(|| child("error")) {
        Status::Failed(exception(failed))
    } else if let Some(skipped) = child("skipped") {
        Status::Skipped(skipped.attribute("message").unwrap_or_default().trim().to_owned())
    } else {
        Status::Passed
    };
    Case { class: attribute("classname"), name: attribute("name"), status }
}

/// The exception of a failure: what pytest gives as its message, unless that only says that
/// something failed (a fixture, a collection) and the exception closes the traceback.
fn exception(node: roxmltree::Node<'_, '_>) -> String {
    let message = node.attribute("message").unwrap_or_default().trim();
    let says_nothing =
        message.is_empty() || message == "collection failure" || message.starts_with("failed on ");
    let quoted = message.split_once(" with \"").map(|(_, rest)| rest.trim_end_matches('"'));
    let text = node.text().unwrap_or_default();
    let last = text.lines().rev().find_map(|line| line.trim_end().strip_prefix("E  "));
    let found = match (quoted, says_nothing) {
        (Some(quoted), _) if says_nothing => quoted,
        (None, true) => last.or_else(|| text.lines().last()).unwrap_or("no message"),
        _ => message,
    };
    found.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="4" time="1.0">
<testcase classname="tests.ops.test_softmax.Test_Softmax" name="test_op[baseline-cutile_rs-256-256-dtype0]" time="0.1" />
<testcase classname="tests.ops.test_softmax.Test_Softmax" name="test_op[baseline-cutile-256-256-dtype0]" time="0.1">
<failure message="AssertionError: &#10;&#9;not close">E   AssertionError: not close</failure></testcase>
<testcase classname="tests.ops.test_softmax.Test_Softmax" name="test_op[tilecpp]" time="0.1">
<skipped type="pytest.skip" message="not available">x.py:3: not available</skipped></testcase>
<testcase classname="" name="tests.ops.test_gone" time="0.0"><error message="collection failure">tests/ops/test_gone.py:1: in &lt;module&gt;
    import nothing
E   ModuleNotFoundError: No module named 'nothing'</error></testcase>
<testcase classname="c" name="t[cutile_rs]"><error message="failed on setup with &quot;RuntimeError: no GPU&quot;">long</error></testcase>
</testsuite></testsuites>"#;

    #[test]
    fn each_test_its_backend_and_its_exception() {
        let cases = parse(REPORT).unwrap();
        let backends: Vec<_> = cases.iter().map(Case::backend).collect();
        use Backend::{Other, Port, Reference};
        assert_eq!(backends, [Port, Reference, Other, Other, Port]);
        assert_eq!(cases[0].status, Status::Passed);
        assert_eq!(cases[0].twin(), cases[1].id());
        assert_eq!(cases[1].status, Status::Failed("AssertionError: \n\tnot close".into()));
        assert_eq!(cases[2].status, Status::Skipped("not available".into()));
        let Status::Failed(reason) = &cases[3].status else { panic!("{:?}", cases[3]) };
        assert_eq!(reason, "ModuleNotFoundError: No module named 'nothing'");
        assert_eq!(cases[4].status, Status::Failed("RuntimeError: no GPU".into()));
    }

    #[test]
    fn what_is_no_report_is_refused() {
        for text in ["", "<html/>", "<testsuites><testcase", "{}"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(parse("<testsuites/>").unwrap(), []);
    }
}
