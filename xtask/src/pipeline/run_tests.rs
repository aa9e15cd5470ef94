use std::sync::Mutex;

use super::*;

/// A worker that returns what it is told, in turn.
struct Told(Mutex<Vec<Turn>>);

impl Worker for Told {
    fn name(&self) -> String {
        "told".to_owned()
    }

    fn run(&self, request: &Request<'_>) -> Result<Turn> {
        self.0.lock().unwrap().pop().with_context(|| format!("{} was not expected", request.step))
    }
}

fn says(verdict: &str) -> Turn {
    let output = format!("<VALIDATOR_OUTPUT>\na exit=0\n</VALIDATOR_OUTPUT>\nVERDICT: {verdict}\n");
    Turn::Returned(Return { output: output.into_bytes(), ..Return::default() })
}

/// A port of `op` in a folder, with one list of workers for each stage.
fn settings(root: &std::path::Path, workers: Vec<(Stage, Vec<Vec<Turn>>)>) -> Settings {
    let told = |turns: Vec<Turn>| -> Box<dyn Worker> {
        Box::new(Told(Mutex::new(turns.into_iter().rev().collect())))
    };
    Settings {
        workspace: Workspace::at(root),
        targets: vec!["sm_90".to_owned()],
        options: StageOptions::default(),
        workers: workers
            .into_iter()
            .map(|(stage, lists)| (stage, lists.into_iter().map(told).collect()))
            .collect(),
        gpu: false,
        require_gpu: false,
        from: None,
        until: None,
        new_run: false,
        sink: Arc::new(crate::pipeline::events::Silent),
        final_gate: None,
    }
}

fn happy(d: Vec<Turn>, e: Vec<Turn>) -> Vec<(Stage, Vec<Vec<Turn>>)> {
    vec![
        (Stage::A, vec![vec![says("PASS")]]),
        (Stage::B, vec![vec![says("COMPILED")]]),
        (Stage::D, vec![d]),
        (Stage::E, vec![e]),
    ]
}

#[test]
fn the_final_gate_decides_the_exit_code_of_a_complete_run() {
    for (exit, expected) in [(0, Exit::Done), (1, Exit::Refused)] {
        let folder = tempfile::tempdir().unwrap();
        let workers = happy(vec![says("ALL_PASS")], vec![says("DONE")]);
        let mut settings = settings(folder.path(), workers);
        settings.final_gate = Some(Box::new(move |_| {
            Ok(vec![Check { name: "item".to_owned(), exit, note: "why".to_owned() }])
        }));
        let ended = port(&settings, "op").unwrap();
        assert_eq!((ended.summary.verdict.as_str(), ended.exit), ("PIPELINE_COMPLETE", expected));
    }
}

#[test]
fn without_a_gpu_the_run_pauses_with_d_unspent_and_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let built = || Turn::NeedsGpu(Return { summary: "built".to_owned(), ..Return::default() });
    let workers = happy(vec![built(), built(), says("ALL_PASS")], vec![says("DONE")]);
    let settings = settings(folder.path(), workers);
    for _ in 0..2 {
        let ended = port(&settings, "op").unwrap();
        assert_eq!((ended.summary.verdict.as_str(), ended.exit), ("PAUSED", Exit::Done));
        assert_eq!(ended.summary.waiting_for.as_deref(), Some("gpu"));
        let stages: Vec<_> = ended.summary.stages.iter().map(|stage| stage.stage).collect();
        assert_eq!(stages, [Stage::A, Stage::B]);
    }
    let ended = port(&settings, "op").unwrap();
    assert_eq!((ended.summary.verdict.as_str(), ended.exit), ("PIPELINE_COMPLETE", Exit::Done));
}

#[test]
fn a_required_gpu_blocks_d_by_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let workers = happy(vec![Turn::NeedsGpu(Return::default())], vec![]);
    let mut settings = settings(folder.path(), workers);
    settings.require_gpu = true;
    let ended = port(&settings, "op").unwrap();
    assert_eq!((ended.summary.verdict.as_str(), ended.exit), ("STOP", Exit::Environment));
    let last = ended.summary.stages.last().unwrap();
    assert_eq!((last.verdict, last.class), (Verdict::Blocked, Some(Class::Env)));
    // Nothing changed: the same verdict and exit code, and nobody is asked.
    let again = port(&settings, "op").unwrap();
    assert_eq!((again.summary.verdict.as_str(), again.exit), ("STOP", Exit::Environment));
}

#[test]
fn what_is_beyond_a_worker_goes_to_the_next_in_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let beyond = || Turn::Beyond("E0042: op `scan` of kernel.py:12".to_owned());
    let workers = vec![
        (Stage::A, vec![vec![says("PASS")]]),
        (Stage::B, vec![vec![beyond()], vec![says("FAIL_COMPILE")]]),
    ];
    let ended = port(&settings(folder.path(), workers), "op").unwrap();
    assert_eq!((ended.summary.verdict.as_str(), ended.exit), ("STOP", Exit::Refused));

    // With nobody left the run waits, unspent, and asks again the next time.
    let folder = tempfile::tempdir().unwrap();
    let workers = vec![
        (Stage::A, vec![vec![says("PASS")]]),
        (Stage::B, vec![vec![beyond(), says("FAIL_COMPILE")]]),
    ];
    let settings = settings(folder.path(), workers);
    let ended = port(&settings, "op").unwrap();
    assert_eq!((ended.summary.verdict.as_str(), ended.exit), ("WAITING", Exit::Waiting));
    assert_eq!(port(&settings, "op").unwrap().summary.verdict, "STOP");
}

#[test]
fn an_error_of_a_worker_spends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let none = settings(folder.path(), vec![(Stage::A, vec![vec![]])]);
    assert!(port(&none, "op").is_err());
    let some = settings(folder.path(), vec![(Stage::A, vec![vec![says("BLOCKED")]])]);
    let ended = port(&some, "op").unwrap();
    assert_eq!(ended.summary.stages.len(), 1);
    let journal = Journal::open(&some.workspace, "op").unwrap();
    assert_eq!(journal.lines().iter().map(|line| line.run).max(), Some(1), "the run went on");
}
