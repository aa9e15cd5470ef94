//! `regress`: the nightly.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};
use clap::{Args, Subcommand};

use crate::bundle::Bundle;
use crate::error::{Exit, environment, usage};
use crate::files;
use crate::pipeline::context::StageContext;
use crate::pipeline::events::Silent;
use crate::pipeline::gpu;
use crate::pipeline::verdict::Stage;
use crate::regress::history::{self, History};
use crate::regress::judge::{self, Rule};
use crate::regress::night::{self, Night, Planned, parse_shard};
use crate::regress::rate::{self, Rate};
use crate::regress::report::Report;
use crate::regress::run::{Settings, measure};
use crate::regress::{sample, text};
use crate::stage::site::{Site, is_bundle};
use crate::tileir::assemble::Assembler;
use crate::workspace::Workspace;

/// Options of `regress`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  cargo xtask regress\n  cargo xtask regress softmax --cases gather\n  \
cargo xtask regress --shard 2/8 --out out/2 && cargo xtask regress merge out/*\n  \
cargo xtask regress rate samples.jsonl\n  ./xtask regress --bundle .\n\n\
Exit status: 0 green, or a shard measured; 1 a finding, with the command that shows it again; 2 usage or an \
unreadable file; 3 no GPU. More in docs/nightly.md."
)]
pub struct Options {
    #[command(subcommand)]
    action: Option<Action>,
    /// Operators [default: all that are ported].
    kernels: Vec<String>,
    /// Only cases whose name contains this.
    #[arg(long, value_name = "TEXT")]
    cases: Option<String>,
    /// Measures a part, e.g. 2/8, and leaves judging to `merge`.
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<[usize; 2]>,
    /// GPUs, as CUDA_VISIBLE_DEVICES names them, one worker each [default: all].
    #[arg(long, value_delimiter = ',', value_name = "ID,…")]
    gpus: Vec<String>,
    /// Target that cases are chosen for [default: that of the first GPU].
    #[arg(long, value_name = "sm_XX")]
    target: Option<String>,
    /// Timed calls of each case.
    #[arg(long, default_value_t = 30, value_name = "N")]
    repetitions: u32,
    /// Seconds that one case may take, its compilation included.
    #[arg(long, default_value_t = 180, value_name = "SECONDS")]
    limit: u64,
    /// Program that speaks the worker's protocol [default: the toolkit's python -m tileport.nightly].
    #[arg(long, value_name = "PROGRAM")]
    runner: Option<PathBuf>,
    /// A TileGym checkout, or a folder that holds the package [default: the wired copy].
    #[arg(long, value_name = "PATH", env = "TILEGYM_PATH")]
    tilegym: Option<PathBuf>,
    /// Run in an unpacked bundle; the history is kept among its results, for `import`.
    #[arg(long, value_name = "DIR", conflicts_with = "tilegym")]
    bundle: Option<PathBuf>,
    #[command(flatten)]
    places: Places,
}

/// Where results go.
#[derive(Debug, Args)]
struct Places {
    /// Folder of the reports [default: target/tileport/regress; in a bundle: regress].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Folder of the history [default: reports/history; in a bundle: results/history].
    #[arg(long, value_name = "DIR")]
    history: Option<PathBuf>,
    /// Leave the history as it is.
    #[arg(long)]
    no_record: bool,
    /// Print the report as one JSON value on standard output.
    #[arg(long)]
    json: bool,
}

impl Places {
    /// The folder of the reports.
    fn out(&self, workspace: &Workspace) -> PathBuf {
        let usual = if is_bundle(workspace) { "regress" } else { "target/tileport/regress" };
        workspace.root().join(self.out.as_deref().unwrap_or(Path::new(usual)))
    }

    /// The folder of the history.
    fn history(&self, workspace: &Workspace) -> PathBuf {
        let usual = if is_bundle(workspace) { history::IN_BUNDLE } else { history::FOLDER };
        workspace.root().join(self.history.as_deref().unwrap_or(Path::new(usual)))
    }
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Puts the shards of one night together and judges them.
    Merge {
        /// Folders that the shards wrote, or their night.json.
        #[arg(required = true)]
        shards: Vec<PathBuf>,
        #[command(flatten)]
        places: Places,
    },
    /// How often the rule is wrong: draws nights from recorded samples.
    Rate {
        /// What workers printed, sessions one after the other.
        samples: PathBuf,
        /// Nights without a change to draw.
        #[arg(long, default_value_t = 1000)]
        nights: usize,
        /// Slow-downs to plant, percent.
        #[arg(long, value_delimiter = ',', default_values_t = [3.0, 10.0])]
        plant: Vec<f64>,
        /// Tries of each.
        #[arg(long, default_value_t = 100)]
        tries: usize,
        /// Seed of the draws.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Write the result where nightly reports find it: reports/nightly-rate.json.
        #[arg(long)]
        write: bool,
        /// Print one JSON value on standard output.
        #[arg(long)]
        json: bool,
    },
}

/// Where `rate --write` leaves its result.
const RATE: &str = "reports/nightly-rate.json";

impl Options {
    /// Runs the command.
    pub fn run(mut self) -> Result<Exit> {
        let workspace = match &self.bundle {
            Some(folder) => Bundle::open(folder)?.0,
            None => Workspace::discover()?,
        };
        match self.action.take() {
            Some(Action::Merge { shards, places }) => {
                let nights = shards.iter().map(|path| night::read(path)).collect::<Result<_>>()?;
                conclude(&workspace, &night::merge(nights)?, &places)
            }
            Some(Action::Rate { samples, nights, plant, tries, seed, write, json }) => {
                rate_of(&workspace, &samples, (nights, &plant, tries, seed), write, json)
            }
            None => self.night(&workspace),
        }
    }

    /// Measures a night, or a shard of one.
    fn night(&self, workspace: &Workspace) -> Result<Exit> {
        if self.runner.is_none() && !gpu::present() {
            return Err(environment("no GPU here; the nightly measures kernels on one"));
        }
        let start = self.starter(workspace)?;
        let gpus = self.gpus()?;
        let target = match &self.target {
            Some(target) => target.clone(),
            None => target_of(&gpus[0])?,
        };
        let planned = self.plan(workspace, &start, &target)?;
        let mut night = Night {
            at: now(),
            shard: self.shard.unwrap_or([1, 1]),
            command: command_line(),
            whole: self.cases.is_none(),
            planned,
            ..Night::default()
        };
        night.text = self.texts(workspace, &night, &target)?;
        let past = History::read(&self.places.history(workspace))?;
        let repetitions = self.repetitions.to_string();
        let settings = Settings {
            gpus,
            limit: Duration::from_secs(self.limit),
            start_limit: Duration::from_secs(self.limit.max(300)),
            start: &|gpu: &str| {
                let mut command = start();
                command.args(["--repetitions", &repetitions]).env("CUDA_VISIBLE_DEVICES", gpu);
                command
            },
            note: &|text: &str| eprintln!("{text}"),
        };
        let night = measure(&settings, night, &past)?;
        let out = self.places.out(workspace);
        files::write(&out.join(night::FILE), serde_json::to_string(&night)?)?;
        if self.shard.is_some() {
            eprintln!(
                "measured {} cases; `cargo xtask regress merge` judges all shards",
                night.first.len()
            );
            return Ok(Exit::Done);
        }
        conclude(workspace, &night, &self.places)
    }

    /// How a worker is started, arguments and GPU left to the caller.
    fn starter(&self, workspace: &Workspace) -> Result<Box<dyn Fn() -> Command + Sync>> {
        let root = workspace.root().to_owned();
        if let Some(program) = self.runner.clone() {
            let program =
                if program.components().count() > 1 { root.join(&program) } else { program };
            return Ok(Box::new(move || {
                let mut command = Command::new(&program);
                command.current_dir(&root);
                command
            }));
        }
        let mut context = StageContext::new(workspace.clone(), "", Stage::E, Arc::new(Silent));
        context.options.tilegym.clone_from(&self.tilegym);
        let site = Site::of(&context)?;
        Ok(Box::new(move || {
            let mut command = site.python();
            command.args(["-m", "tileport.nightly"]).current_dir(&root);
            command
        }))
    }

    /// The GPUs, by what was asked for, by what this process may see, by what is there.
    fn gpus(&self) -> Result<Vec<String>> {
        if !self.gpus.is_empty() {
            return Ok(self.gpus.clone());
        }
        let visible = std::env::var("CUDA_VISIBLE_DEVICES").unwrap_or_default();
        let visible: Vec<String> = visible
            .split(',')
            .map(str::trim)
            .filter(|one| !one.is_empty())
            .map(str::to_owned)
            .collect();
        if !visible.is_empty() {
            return Ok(visible);
        }
        let there = (0..64).filter(|number| Path::new(&format!("/dev/nvidia{number}")).exists());
        let there: Vec<String> = there.map(|number: u32| number.to_string()).collect();
        Ok(if there.is_empty() { vec!["0".to_owned()] } else { there })
    }

    /// All cases of the night, in the order of operators and inputs.
    fn plan(
        &self,
        workspace: &Workspace,
        start: &dyn Fn() -> Command,
        target: &str,
    ) -> Result<Vec<Planned>> {
        let ported = ported(workspace)?;
        let wanted = if self.kernels.is_empty() { ported.clone() } else { self.kernels.clone() };
        let mut inputs = Vec::new();
        for name in &wanted {
            if !ported.contains(name) {
                return Err(usage(format!(
                    "`{name}` is not ported; ported are: {}",
                    ported.join(", ")
                )));
            }
            inputs.push(format!("kernels/{name}/inputs.toml"));
        }
        let mut command = start();
        command.args(["--target", target, "--list"]).args(&inputs);
        let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(usage(format!("cases cannot be listed: {}", said.trim())));
        }
        let mut planned = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let one: Planned = serde_json::from_str(line)
                .with_context(|| format!("a case as the worker lists it: {line}"))?;
            if self.cases.as_ref().is_none_or(|part| one.case.contains(part)) {
                planned.push(one);
            }
        }
        if planned.is_empty() {
            return Err(usage("no case is left to measure"));
        }
        Ok(planned)
    }

    /// The machine code of the operators that this part measures, where it is there to be assembled.
    fn texts(
        &self,
        workspace: &Workspace,
        night: &Night,
        target: &str,
    ) -> Result<std::collections::BTreeMap<String, String>> {
        let mut operators: Vec<String> =
            night::share(&night.planned, night.shard).into_iter().map(|one| one.operator).collect();
        operators.sort();
        operators.dedup();
        let mut found = std::collections::BTreeMap::new();
        let Ok(assembler) = Assembler::of(workspace) else { return Ok(found) };
        for operator in operators {
            if let Some(hash) = text::of(workspace, &operator, target, &assembler)? {
                found.insert(operator, hash);
            }
        }
        Ok(found)
    }
}

/// Judges a whole night, writes its reports and its rows of the history.
fn conclude(workspace: &Workspace, night: &Night, places: &Places) -> Result<Exit> {
    let folder = places.history(workspace);
    let past = History::read(&folder)?;
    let judgement = judge::judge(&past, night, &Rule::default());
    let rate = std::fs::read_to_string(workspace.root().join(RATE))
        .ok()
        .and_then(|text| serde_json::from_str::<Rate>(&text).ok());
    let report = Report::of(night, &judgement, &past, rate);
    let out = places.out(workspace);
    report.write(&out)?;
    if !places.no_record {
        history::append(&folder, &judgement.rows)?;
    }
    if places.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        for finding in &report.findings {
            println!(
                "{}: {} {}: {}",
                finding.kind.title(),
                finding.operator,
                finding.case,
                finding.what
            );
            for changed in &finding.changed {
                println!("  changed: {changed}");
            }
            println!("  again: {}", finding.command);
        }
        let word = if report.is_green { "green" } else { "red" };
        println!("{word}: {} findings in {} cases", report.findings.len(), report.cases.len());
        println!("{}", out.join("report.html").display());
    }
    Ok(if report.is_green { Exit::Done } else { Exit::Refused })
}

fn rate_of(
    workspace: &Workspace,
    samples: &Path,
    (nights, percents, tries, seed): (usize, &[f64], usize, u64),
    write: bool,
    json: bool,
) -> Result<Exit> {
    let text = std::fs::read_to_string(samples)
        .map_err(|error| usage(format!("{}: {error}", samples.display())))?;
    let sessions = sample::read(&text, &samples.display().to_string())?;
    let rate = rate::of(&sessions, &Rule::default(), nights, percents, tries, seed);
    let rate = rate.ok_or_else(|| {
        usage(format!("{}: no case was measured in all of its sessions", samples.display()))
    })?;
    if write {
        let path = workspace.root().join(RATE);
        files::write(&path, serde_json::to_string_pretty(&rate)? + "\n")?;
    }
    if json {
        println!("{}", serde_json::to_string(&rate)?);
        return Ok(Exit::Done);
    }
    println!(
        "{} sessions, {} cases, {}: {} of {} nights without a change red",
        rate.sessions, rate.cases, rate.device, rate.false_alarms, rate.nights
    );
    for planted in &rate.planted {
        println!(
            "{} % slower planted: found in {} of {} tries, another operator named in {}",
            planted.percent, planted.found, planted.tries, planted.others
        );
    }
    Ok(Exit::Done)
}

/// The operators whose crates have a launcher.
fn ported(workspace: &Workspace) -> Result<Vec<String>> {
    let folder = workspace.kernels();
    let mut names = Vec::new();
    let entries = std::fs::read_dir(&folder)
        .map_err(|error| usage(format!("{}: {error}", folder.display())))?;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let crate_ = workspace.crate_of(&name);
        if crate_.inputs().is_file() && crate_.contract().is_file() {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The target of a GPU, as the driver tells its compute capability.
fn target_of(gpu: &str) -> Result<String> {
    let output = Command::new("nvidia-smi")
        .args([&format!("--id={gpu}"), "--query-gpu=compute_cap", "--format=csv,noheader"])
        .output()
        .map_err(|error| {
            environment(format!("nvidia-smi: {error}; say --target sm_XX for GPU {gpu}"))
        })?;
    let capability = String::from_utf8_lossy(&output.stdout).trim().replace('.', "");
    if capability.is_empty() || !capability.chars().all(|letter| letter.is_ascii_digit()) {
        return Err(environment(format!(
            "nvidia-smi tells no compute capability of GPU {gpu}; say --target sm_XX"
        )));
    }
    Ok(format!("sm_{capability}"))
}

/// The command as it was given, without the program's path.
fn command_line() -> String {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    format!("cargo xtask {}", arguments.join(" "))
}

fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
