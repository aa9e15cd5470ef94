//! Workers that misbehave: each ends its stage cleanly and leaves the workspace as it was.

#[path = "support/scripted.rs"]
mod scripted;

use std::process::Stdio;

use scripted::{Ported, Scripted, reply};

/// Runs a workspace whose stage B does `script`, and checks that the stage blocked, that nothing but
/// records changed, and that the reason names `what`.
fn blocked(preset: &str, script: &str, what: &str) -> (Scripted, Ported) {
    let workspace = Scripted::new(preset);
    workspace.plan("A1", "PASS", None);
    workspace.script("B1", script);
    let before = workspace.files();
    let ported = workspace.port(&[]);
    assert_eq!(ported.steps(), ["A1 PASS", "B1 BLOCKED"], "{what}");
    assert_eq!((ported.verdict(), ported.exit), ("STOP", 1), "{what}");
    assert_eq!(workspace.files(), before, "{what}");
    let reason = ported.summary["kernels"][0]["stages"][1]["summary"].as_str().unwrap();
    assert!(reason.contains(what), "{reason}");
    (workspace, ported)
}

fn good() -> String {
    reply("B1", "COMPILED", None, 0)
}

#[test]
fn a_write_to_another_stages_file_is_put_back_and_shown() {
    let script = format!(
        "echo '// mine now' > kernels/op/src/ffi.rs; echo x > kernels/op/src/kernel.rs\n{}",
        good()
    );
    let (workspace, ported) = blocked("", &script, "wrote kernels/op/src/ffi.rs");
    let diff = workspace.root().join("kernels/op/reports/run1-B1.ownership.diff");
    let diff = std::fs::read_to_string(diff).unwrap();
    assert!(diff.contains("-// host") && diff.contains("+// mine now"), "{diff}");
    assert!(!diff.contains("kernel.rs"), "{diff}");
    assert!(ported.events.iter().any(|event| event["event"] == "worker_output"));
}

#[test]
fn writes_all_over_the_workspace_are_put_back() {
    let script = format!(
        "mv Cargo.toml gone; mkdir -p docs/a; echo x > docs/a/b; chmod +x worker.sh\n\
         ln -sf /etc kernels/op/inputs.toml; echo >> kernels/op/reports/journal.jsonl\n{}",
        good()
    );
    let (workspace, _) = blocked("", &script, "put back");
    assert!(!workspace.root().join("docs").exists());
    assert!(!workspace.root().join("kernels/op/inputs.toml").is_symlink());
}

#[test]
fn a_worker_that_runs_past_its_limit_is_stopped() {
    let script = format!("echo x > kernels/op/src/kernel.rs\n{}exec sleep 600", good());
    blocked("timeout_s = 1", &script, "ran longer than 1 s");
}

#[test]
fn a_worker_that_prints_a_gibibyte_is_stopped() {
    let script = format!("{}\nexec head -c 1073741824 /dev/zero", good());
    let (workspace, ported) = blocked("", &script, "printed more than 16777216 bytes");
    let transcript = workspace.root().join("kernels/op/reports/run1-B1.log");
    assert!(std::fs::metadata(transcript).unwrap().len() <= 16 << 20);
    drop(ported);
    let script = "exec head -c 1073741824 /dev/zero >&2";
    blocked("output_limit = 1000", script, "printed more than 1000 bytes");
}

/// Whether a process has the workspace's marker file open.
fn anyone_holds(path: &std::path::Path) -> bool {
    let holds = |process: std::fs::DirEntry| {
        let descriptors = std::fs::read_dir(process.path().join("fd")).into_iter().flatten();
        descriptors.flatten().any(|fd| std::fs::read_link(fd.path()).is_ok_and(|to| to == path))
    };
    std::fs::read_dir("/proc").unwrap().flatten().any(holds)
}

#[test]
fn children_that_a_worker_leaves_are_ended() {
    let workspace = Scripted::new("");
    workspace.plan("A1", "PASS", None);
    workspace.plan("D1", "BLOCKED", Some("env"));
    let held = workspace.root().join("target/held");
    // One in the group, one in a session of its own; both keep the pipe and a file open.
    workspace.script(
        "B1",
        &format!("sleep 600 9>target/held &\nsetsid sleep 600 9>target/held &\n{}", good()),
    );
    let ported = workspace.port(&[]);
    assert_eq!(ported.steps()[1], "B1 COMPILED");
    assert!(held.exists());
    assert!(!anyone_holds(&held.canonicalize().unwrap()), "a child lives on");
}

#[test]
fn forbidden_commands_in_a_transcript_block_the_stage() {
    // Spelled apart, so that the repository holds no such command.
    let delete = format!("r{} -{}", "m", "rf");
    let script = format!("echo '$ {delete} build'\n{}", good());
    blocked("", &script, "recursive forced delete");
    let script = format!("echo '$ echo x > /etc/motd'\n{}", good());
    blocked("", &script, "write outside the workspace: /etc/motd");
}

#[test]
fn a_nonzero_exit_status_counts_as_one_in_the_block() {
    let workspace = Scripted::new("");
    workspace.plan("A1", "PASS", None);
    workspace.script("B1", &format!("{}exit 3", good()));
    workspace.script("B1.repair", &format!("{}kill -SEGV $$", good()));
    let ported = workspace.port(&["--until", "B"]);
    assert_eq!(ported.steps()[1], "B1 COMPILED SOFT_VALIDATOR_FAILED");
    assert_eq!(workspace.ran(), ["A1", "B1", "B1.repair"]);
}

#[test]
fn the_environment_is_a_list() {
    let workspace = Scripted::new("env = ['WANTED']");
    workspace.script("A1", &format!("env > target/env\n{}", reply("A1", "FAIL_FIXABLE", None, 0)));
    let mut command = workspace.command(&["port", "op"]);
    let status = command.env("SECRET", "1").env("WANTED", "2").output().unwrap().status;
    assert_eq!(status.code(), Some(1));
    let text = std::fs::read_to_string(workspace.root().join("target/env")).unwrap();
    assert!(text.contains("WANTED=2") && text.contains("TILEPORT_STAGE=A"), "{text}");
    assert!(!text.contains("SECRET"), "{text}");
}

#[test]
fn a_program_that_is_not_there_is_a_usage_error_and_spends_nothing() {
    let workspace = Scripted::new("");
    let ported = workspace.port(&["--worker", "A=command:./absent"]);
    assert_eq!((ported.verdict(), ported.exit), ("ERROR", 2));
    workspace.plan("A1", "BLOCKED", None);
    assert_eq!(workspace.port(&[]).steps(), ["A1 BLOCKED"]);
}

#[test]
fn an_interrupt_ends_the_worker_and_the_next_port_goes_on() {
    let workspace = Scripted::new("");
    workspace.plan("A1", "PASS", None);
    let fifo = workspace.root().join("target/fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    workspace.script("B1", "echo half > kernels/op/src/ffi.rs; echo > target/fifo; exec sleep 600");
    let before = workspace.files();
    let mut child = workspace
        .command(&["port", "op"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Opening the pipe for reading waits until the worker has opened it for writing.
    std::fs::read(&fifo).unwrap();
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(4));
    assert_eq!(workspace.files(), before);
    workspace.plan("B1", "FAIL_COMPILE", None);
    assert_eq!(workspace.port(&[]).steps(), ["A1 PASS", "B1 FAIL_COMPILE"]);
    assert_eq!(workspace.ran(), ["A1", "B1", "B1"]);
}

#[test]
fn the_presets_of_the_manifest_reach_their_programs_with_prompt_options_and_key() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    let manifest: toml::Table = std::fs::read_to_string(manifest).unwrap().parse().unwrap();
    let presets = &manifest["workspace"]["metadata"]["tileport"]["presets"];
    let presets = presets.as_table().unwrap();
    assert!(presets.len() >= 3, "{presets:?}");
    for (name, preset) in presets {
        let words: Vec<&str> = preset["command"]
            .as_array()
            .unwrap()
            .iter()
            .map(|word| word.as_str().unwrap())
            .collect();
        let key = preset["env"][0].as_str().unwrap();
        let workspace = Scripted::new("");
        let text = std::fs::read_to_string(workspace.root().join("Cargo.toml")).unwrap();
        let table = toml::to_string(preset).unwrap();
        let head = format!("[workspace.metadata.tileport.presets.{name}]");
        workspace.write("Cargo.toml", &format!("{text}\n{head}\n{table}"));
        workspace.plan("A1", "PASS", None);
        // A program of the preset's name that keeps what it was given.
        let fake = tempfile::tempdir().unwrap();
        let program = fake.path().join(words[0]);
        let script = format!(
            "#!/bin/sh\ncat > {0}/prompt\necho \"$*\" > {0}/arguments\necho \"${key}\" > {0}/key\n{1}",
            fake.path().display(),
            reply("B1", "BLOCKED", None, 0)
        );
        std::fs::write(&program, script).unwrap();
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let path = std::env::var("PATH").unwrap();
        let mut command = workspace.command(&["port", "op", "--json", "--worker"]);
        command.arg(format!("B={name}")).env(key, "of the user");
        command.env("PATH", format!("{}:{path}", fake.path().display()));
        let output = command.output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(1),
            "{name}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let read = |file: &str| std::fs::read_to_string(fake.path().join(file)).unwrap();
        assert!(
            read("prompt").starts_with("You do stage B (convert)"),
            "{name}: {}",
            read("prompt")
        );
        assert_eq!(read("arguments").trim(), words[1..].join(" "), "{name}");
        assert_eq!(read("key").trim(), "of the user", "{name}");
    }
}
