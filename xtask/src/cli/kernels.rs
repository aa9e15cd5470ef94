//! `kernels`: All kernels of a TileGym tree and what would port.

mod inventory;

use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args;
use comfy_table::{Table, presets};

use crate::convert::corpus::{self, Job, Row};
use crate::convert::emit::Style;
use crate::error::Exit;
use crate::workspace::Workspace;

/// Options of `kernels`.
///
/// Exit status: 0 all identical, 1 something is not, 2 usage, 3 no toolkit.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cargo xtask kernels --json\n  \
cargo xtask kernels --dry-run --tilegym ~/TileGym\n  \
cargo xtask kernels --convert-all --one-each --check --logs --document\n  \
cargo xtask kernels --convert-all --libraries fmha splitk_reduce")]
pub struct Options {
    #[command(flatten)]
    inventory: inventory::Inventory,
    /// Takes the modules of a folder of .tileirbc files, from any producer, and converts each.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Writes the Rust text and the bytecode compiled back there, under the modules' names.
    #[arg(long, value_name = "OUT", requires = "corpus")]
    keep: Option<PathBuf>,
    /// Only modules whose file name contains this; may be repeated.
    #[arg(long, value_name = "TEXT", requires = "corpus")]
    filter: Vec<String>,
    /// One module, or one signature, for each kernel.
    #[arg(long)]
    one_each: bool,
    /// Targets to assemble for.
    #[arg(long, value_delimiter = ',', default_value = "sm_90,sm_100")]
    targets: Vec<String>,
    /// Share I of N of the modules or operators, counted from 1.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(usize, usize)>,
    /// Tries the most readable style first, in which loop bounds are visible.
    #[arg(long, requires = "corpus")]
    readable: bool,
    /// Threads; one for each core where it is not given.
    #[arg(long)]
    jobs: Option<usize>,
    /// One JSON array on standard output.
    #[arg(long)]
    json: bool,
}

fn shard(text: &str) -> Result<(usize, usize)> {
    let wrong = || anyhow!("`{text}` is not I/N with I from 1 to N");
    let (index, count) = text.split_once('/').ok_or_else(wrong)?;
    let (index, count): (usize, usize) = (index.parse()?, count.parse()?);
    if index == 0 || index > count { Err(wrong()) } else { Ok((index - 1, count)) }
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let Some(folder) = self.corpus else {
            return self.inventory.run(inventory::Common {
                targets: self.targets,
                one_each: self.one_each,
                shard: self.shard.unwrap_or((0, 1)),
                jobs: self.jobs.unwrap_or(cores),
                json: self.json,
            });
        };
        let workspace = Workspace::discover()?;
        let job = Job {
            folder,
            keep: self.keep,
            targets: self.targets,
            filter: self.filter,
            one_each: self.one_each,
            shard: self.shard.unwrap_or((0, 1)),
            styles: Style::LADDER[usize::from(!self.readable)..].to_vec(),
            jobs: self.jobs.unwrap_or(cores),
        };
        let live = std::io::stderr().is_terminal();
        let rows = corpus::run(&workspace, &job, |done, total, row| {
            if live {
                eprint!("\r\x1b[K{done}/{total} {}", row.file);
            } else if !row.is_identical() || done == total || done % 50 == 0 {
                let state = row.reason.as_deref().unwrap_or("identical");
                eprintln!("{done}/{total} {}: {state}", row.file);
            }
        })?;
        if live {
            eprint!("\r\x1b[K");
        }
        if self.json {
            println!("{}", serde_json::to_string(&rows)?);
        } else {
            print(&rows, &job.targets);
        }
        Ok(if rows.iter().all(Row::is_identical) { Exit::Done } else { Exit::Refused })
    }
}

fn print(rows: &[Row], targets: &[String]) {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    let mut head = vec!["kernel".to_owned(), "modules".into(), "converted".into(), "built".into()];
    head.push("IR equal".into());
    head.extend(targets.iter().map(|target| format!("same {target}")));
    head.push("reason".into());
    table.set_header(head);
    let mut kernels: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        kernels.entry(&row.function).or_default().push(row);
    }
    let count = |rows: &[&Row], test: &dyn Fn(&Row) -> bool| {
        rows.iter().filter(|row| test(row)).count().to_string()
    };
    let all: Vec<&Row> = rows.iter().collect();
    let mut cells = |name: &str, rows: &[&Row]| {
        let mut cells = vec![
            name.to_owned(),
            rows.len().to_string(),
            count(rows, &|row| row.converted),
            count(rows, &|row| row.built),
            count(rows, &|row| row.ir_equal == Some(true)),
        ];
        for target in targets {
            let same = count(rows, &|row| row.text_identical.get(target) == Some(&true));
            let compared = count(rows, &|row| row.text_identical.contains_key(target));
            cells.push(format!("{same}/{compared}"));
        }
        let reason = rows.iter().find_map(|row| row.reason.clone()).unwrap_or_default();
        cells.push(reason.chars().take(120).collect());
        table.add_row(cells);
    };
    for (name, rows) in &kernels {
        cells(name, rows);
    }
    cells("all", &all);
    println!("{table}");
}
