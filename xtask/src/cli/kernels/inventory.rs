//! The kernels of a TileGym tree: the list, and porting all of them.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use comfy_table::{Table, presets};

use crate::error::Exit;
use crate::files;
use crate::inventory::all::{self, Job};
use crate::inventory::host::refusals;
use crate::inventory::state::{Logs, State, forget_others};
use crate::inventory::table::{self, Item};
use crate::inventory::{document, scratch};
use crate::tilegym::registry::Registry;
use crate::tilegym::tree::Tree;
use crate::workspace::Workspace;

/// Options that concern a TileGym tree.
#[derive(Debug, Args)]
pub struct Inventory {
    /// Operators with inputs, by their crates' names; all where there are none.
    operators: Vec<String>,
    /// A TileGym checkout, or a folder that holds the package [default: $TILEGYM_PATH, else the
    /// toolkit's].
    #[arg(long, value_name = "PATH", conflicts_with = "corpus")]
    tilegym: Option<PathBuf>,
    /// Only lists: what would port, what would not, and why, from what earlier runs found.
    #[arg(long, conflicts_with_all = ["corpus", "convert_all"])]
    dry_run: bool,
    /// Captures, converts and proves every operator that has inputs, in a workspace below the target
    /// folder; goes on where an earlier run was stopped.
    #[arg(long, conflicts_with = "corpus")]
    convert_all: bool,
    /// Proves one signature of each structural variant instead of all.
    #[arg(long, conflicts_with_all = ["corpus", "one_each"])]
    one_a_variant: bool,
    /// Has rustc check every crate that is converted.
    #[arg(long, conflicts_with_all = ["corpus", "dry_run"])]
    check: bool,
    /// Builds every crate's library.
    #[arg(long, conflicts_with_all = ["corpus", "dry_run"])]
    libraries: bool,
    /// Rewrites all host code and compares its launch logs with TileGym's.
    #[arg(long, conflicts_with_all = ["corpus", "dry_run"])]
    logs: bool,
    /// Writes docs/coverage.md.
    #[arg(long, conflicts_with = "corpus")]
    document: bool,
}

/// What the command's other options say.
#[derive(Debug)]
pub struct Common {
    /// Described GPUs.
    pub targets: Vec<String>,
    /// One signature of each kernel.
    pub one_each: bool,
    /// Share of the operators.
    pub shard: (usize, usize),
    /// Threads.
    pub jobs: usize,
    /// Print JSON.
    pub json: bool,
}

impl Inventory {
    /// Runs the command on a tree.
    pub fn run(self, common: Common) -> Result<Exit> {
        let workspace = Workspace::discover()?;
        let tilegym = self.tilegym.or_else(|| std::env::var_os("TILEGYM_PATH").map(PathBuf::from));
        let tree = Tree::find(&workspace, tilegym.as_deref())?;
        let registry = Registry::read(&tree)?;
        let all: Vec<String> =
            scratch::operators(&workspace)?.into_iter().map(|(name, _)| name).collect();
        let here = scratch::place(&workspace, common.one_each);
        if self.convert_all || self.check || self.libraries || self.logs {
            let job = Job {
                operators: self.operators.clone(),
                targets: common.targets.clone(),
                tilegym: tilegym.clone(),
                one_each: common.one_each,
                one_a_variant: self.one_a_variant,
                shard: common.shard,
                threads: common.jobs,
                convert: self.convert_all,
                check: self.check,
                libraries: self.libraries,
                logs: self.logs,
            };
            all::run(&workspace, &job, &|line| eprintln!("{line}"))?;
        }
        let mut states: Vec<State> = all.iter().map(|name| State::read(&here, name)).collect();
        let root = tree.python_path();
        let hash = |file: &str| std::fs::read(root.join(file)).ok().map(files::sha256);
        let others = forget_others(&mut states, hash);
        let logs: Vec<Logs> = all.iter().map(|name| Logs::read(&here, name)).collect();
        let mut items = table::items(&registry, &states, &logs);
        let manual = refusals(&tree)?;
        for (file, line, why) in &manual {
            for item in items.iter_mut().filter(|item| item.file == *file) {
                item.reason.get_or_insert_with(|| format!("host code, line {line}: {why}"));
            }
        }
        for item in items.iter_mut().filter(|item| !item.captured && others.contains(&item.file)) {
            item.reason =
                Some("its file is not the one that was ported; --convert-all ports it".into());
        }
        if !self.operators.is_empty() {
            items.retain(|item| item.crates.iter().any(|name| self.operators.contains(name)));
        }
        if self.document {
            let page = document::page(&items, &manual, tree.version(), &common.targets);
            files::write(&workspace.root().join("docs/coverage.md"), page)?;
        }
        if common.json {
            println!("{}", serde_json::to_string(&items)?);
        } else {
            print(&items, &common.targets);
        }
        let done = !self.convert_all || items.iter().all(table::is_identical);
        Ok(if done { Exit::Done } else { Exit::Refused })
    }
}

fn print(items: &[Item], targets: &[String]) {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    let mut head = vec!["kernel".to_owned(), "file".into(), "signatures".into(), "state".into()];
    head.extend(targets.iter().cloned());
    head.extend(["launches".to_owned(), "reason".into()]);
    table.set_header(head);
    for item in items {
        let state = match (item.captured, item.converted, item.built, item.ir_equal) {
            (false, ..) => "not captured",
            (_, false, ..) => "captured",
            (_, _, false, _) => "converted",
            (_, _, _, false) => "built",
            _ => "IR equal",
        };
        let mut cells = vec![
            item.function.clone(),
            format!("{}:{}", item.file.trim_start_matches("tilegym/"), item.line),
            format!("{} of {}", item.signatures[1], item.signatures[0]),
            state.into(),
        ];
        cells.extend(targets.iter().map(|target| {
            let same = item.text_identical.get(target);
            same.map_or("", |same| if *same { "same" } else { "differs" }).to_owned()
        }));
        cells.push(item.launches.to_string());
        cells.push(item.reason.iter().flat_map(|text| text.chars()).take(100).collect());
        table.add_row(cells);
    }
    println!("{table}");
    let counts = table::counts(items);
    println!(
        "{} kernels: {} captured, {} converted, {} built, {} identical; {} of {} pairs identical; launch logs \
         of {} of {} kernels equal",
        counts.kernels,
        counts.captured,
        counts.converted,
        counts.built,
        counts.identical,
        counts.pairs[1],
        counts.pairs[0],
        counts.logged[1],
        counts.logged[0]
    );
}
