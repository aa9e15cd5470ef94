//! A cuTile operator's module turned into its twin, which launches Rust kernels.
//!
//! Text edits only, found by syntax: kernels give way to stand-ins, device code goes, imports and
//! `ct.*` in host code go to the runtime and to other twins, registrations name `cutile-rs`. All
//! other text stays as TileGym has it. Host code that uses cuTile in a way that the runtime has no
//! counterpart for is refused, with its line.

mod edits;
mod imports;
mod kernels;
#[cfg(test)]
mod tests;

use std::ops::Range;

use tree_sitter::Node;

use self::edits::{Edits, whole_lines};
use super::module::{Module, TileUse};
use super::package::{Package, defined_name, patches_cutile};
use super::syntax::{children, decorators, descendants, line, within};
use crate::error::usage;

/// The package of the twins, inside TileGym.
pub const TWINS: &str = "tilegym.tileport_rs";
/// The local name of the runtime in a twin.
pub const RUNTIME_NAME: &str = "tileport";
/// Functions of TileGym that take a backend's name.
const BACKEND_FUNCTIONS: [&str; 3] =
    ["set_backend", "is_backend_available", "assert_backend_available"];

/// torch's function for the current stream, which costs more than a launch.
const CURRENT_STREAM: &str = "torch.cuda.current_stream";

/// What torch answers anew at each call although it never changes.
const QUERIES: [&str; 2] = ["torch.cuda.get_device_properties", "torch.cuda.get_device_capability"];
/// torch's base of functions with a backward pass, whose `apply` costs more than a launch too.
const FUNCTION: &str = "torch.autograd.Function";

/// What a twin is made from, for its first line.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'a> {
    /// TileGym's version.
    pub version: &'a str,
    /// SHA-256 of the module's file.
    pub sha256: &'a str,
}

/// A rewritten module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Twin {
    /// Dotted name, e.g. `tilegym.tileport_rs.ops.cutile.softmax`.
    pub module: String,
    /// Path below the package's parent.
    pub file: String,
    /// The Python text.
    pub text: String,
    /// Original names of the modules whose twins it imports.
    pub needs: Vec<String>,
    /// What a reader may want to know: where host code mentions the backend without testing it.
    pub notes: Vec<String>,
}

/// Why host code cannot be rewritten.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Refusal {
    line: usize,
    what: String,
}

/// The dotted name of a module's twin.
pub fn twin_name(module: &str) -> String {
    format!("{TWINS}{}", module.strip_prefix("tilegym").unwrap_or(module))
}

/// The path of a file's twin, below the package's parent.
pub fn twin_file(file: &str) -> String {
    format!("{}/{}", TWINS.replace('.', "/"), file.strip_prefix("tilegym/").unwrap_or(file))
}

/// Rewrites one module; `module` must be one of the package's twins.
pub fn rewrite(
    package: &Package<'_>,
    module: &Module<'_>,
    origin: Origin<'_>,
) -> anyhow::Result<Twin> {
    let mut rewriter = Rewriter::new(package, module);
    rewriter.run();
    if !rewriter.refusals.is_empty() {
        rewriter.refusals.sort_by_key(|refusal| refusal.line);
        let lines: Vec<_> = rewriter
            .refusals
            .iter()
            .map(|refusal| format!("{}:{}: {}", module.file, refusal.line, refusal.what))
            .collect();
        return Err(usage(format!(
            "host code that cannot be rewritten:\n  {}\nmove it out of host code, or wire this \
             operator by hand",
            lines.join("\n  ")
        )));
    }
    let header = format!(
        "# Written by tileport from {} (TileGym {}, sha256 {}).\n",
        module.file,
        origin.version,
        &origin.sha256[..16.min(origin.sha256.len())]
    );
    let text = rewriter.edits.apply(module.source.whole());
    rewriter.needs.sort();
    rewriter.needs.dedup();
    Ok(Twin {
        module: twin_name(&module.name),
        file: twin_file(&module.file),
        text: header + &text,
        needs: rewriter.needs,
        notes: rewriter.notes,
    })
}

/// The state of one rewriting.
struct Rewriter<'p, 's> {
    package: &'p Package<'s>,
    module: &'p Module<'s>,
    edits: Edits,
    /// Ranges that go or are replaced whole.
    dead: Vec<Range<usize>>,
    /// Whether the twin mentions the runtime by name.
    runtime: bool,
    needs: Vec<String>,
    notes: Vec<String>,
    refusals: Vec<Refusal>,
}

impl<'p, 's> Rewriter<'p, 's> {
    fn new(package: &'p Package<'s>, module: &'p Module<'s>) -> Self {
        Self {
            package,
            module,
            edits: Edits::default(),
            dead: Vec::new(),
            runtime: false,
            needs: Vec::new(),
            notes: Vec::new(),
            refusals: Vec::new(),
        }
    }

    fn run(&mut self) {
        self.remove_device_code();
        self.stand_in_for_kernels();
        self.check_what_is_left();
        self.rename_cutile();
        self.rename_backend();
        self.rename_streams();
        self.rename_functions();
        self.rename_queries();
        self.rewrite_imports();
    }

    fn refuse(&mut self, node: Node<'_>, what: impl Into<String>) {
        self.refusals.push(Refusal { line: line(node), what: what.into() });
    }

    fn is_live(&self, node: Node<'_>) -> bool {
        !within(node, &self.dead)
    }

    /// Takes out functions and constants that only kernels use.
    fn remove_device_code(&mut self) {
        let kernels: Vec<_> = self.module.kernels.iter().map(|kernel| kernel.node).collect();
        for statement in self.module.statements() {
            if kernels.contains(&statement) {
                continue;
            }
            let name = defined_name(self.module, statement);
            let device = name.is_some_and(|n| self.package.is_device_name(&self.module.name, n));
            if !device && !patches_cutile(self.module, statement) {
                continue;
            }
            if let Some(host) = self.host_sign(statement) {
                let at = self.first_device_use(statement).unwrap_or(statement);
                let text = self.module.source.text(at).to_owned();
                self.refuse(at, format!("`{text}` is used by host code ({host})"));
                continue;
            }
            let range = whole_lines(self.module.source.whole(), statement.byte_range());
            self.edits.replace(range, "");
            self.dead.push(statement.byte_range());
        }
    }

    /// What shows that a definition is host code, whatever else it uses.
    fn host_sign(&self, statement: Node<'s>) -> Option<String> {
        let range = statement.byte_range();
        let inside = |node: Node<'_>| range.contains(&node.start_byte());
        let launch = |tile: &&TileUse<'_>| matches!(tile.attribute, "launch" | "tune");
        if let Some(tile) =
            self.module.tile_uses.iter().filter(launch).find(|tile| inside(tile.node))
        {
            return Some(format!("it has `{}`", self.module.source.text(tile.node)));
        }
        let of_cutile = |node: Node<'s>| {
            let called = node.child_by_field_name("function").unwrap_or(node);
            self.module.tile_uses.iter().any(|tile| tile.node == called)
        };
        decorators(statement)
            .into_iter()
            .find(|decorator| !of_cutile(*decorator))
            .map(|decorator| format!("decorated by `{}`", self.module.source.text(decorator)))
    }

    fn first_device_use(&self, statement: Node<'s>) -> Option<Node<'s>> {
        self.device_uses().into_iter().find(|node| within(*node, &[statement.byte_range()]))
    }

    /// Uses of the device's part of cuTile, and reads of names that stand for device code.
    fn device_uses(&self) -> Vec<Node<'s>> {
        let module = self.module;
        let tiles = module.tile_uses.iter().filter(|tile| tile.is_device()).map(|tile| tile.node);
        let reads = module.reads.iter().filter(|read| self.package.reads_device(module, read));
        let mut uses: Vec<_> = tiles.chain(reads.map(|read| read.node)).collect();
        uses.sort_by_key(|node| node.start_byte());
        uses
    }

    /// Refuses what device code is still asked for by name.
    fn check_what_is_left(&mut self) {
        for node in self.device_uses() {
            if self.is_live(node) {
                let text = self.module.source.text(node).to_owned();
                self.refuse(node, format!("`{text}` is used by host code"));
            }
        }
        for read in &self.module.reads {
            let of_tile = self.module.tile_uses.iter().any(|tile| tile.alias == read.node);
            if self.module.aliases.contains(read.name) && !of_tile && self.is_live(read.node) {
                self.refuse(read.node, format!("`{}` is passed on as a value", read.name));
            }
            if read.name == RUNTIME_NAME {
                self.refuse(read.node, "the name `tileport` is taken");
            }
        }
        for node in descendants(self.module.source.root()) {
            if let Some(name) = self.module.source.literal(node)
                && in_all(self.module, node)
                && self.package.is_device_name(&self.module.name, name)
            {
                self.refuse(node, format!("`__all__` exports `{name}`, which is device code"));
            }
        }
    }

    /// `ct.launch` and the like become the runtime's.
    fn rename_cutile(&mut self) {
        for tile in &self.module.tile_uses {
            if self.is_live(tile.node) && !tile.is_device() {
                self.edits.replace(tile.alias.byte_range(), RUNTIME_NAME);
                self.runtime = true;
            }
        }
    }

    /// Registrations and tests of the backend's name are for `cutile-rs`.
    fn rename_backend(&mut self) {
        let registered: Vec<_> = self.module.registrations.iter().map(|r| r.backend).collect();
        for node in descendants(self.module.source.root()) {
            if self.module.source.literal(node) != Some("cutile") || !self.is_live(node) {
                continue;
            }
            let tested = node.parent().is_some_and(|parent| match parent.kind() {
                "comparison_operator" => true,
                "argument_list" => parent
                    .parent()
                    .and_then(|call| call.child_by_field_name("function"))
                    .is_some_and(|f| BACKEND_FUNCTIONS.contains(&self.module.source.text(f))),
                _ => false,
            });
            if registered.contains(&node) || tested {
                self.edits.replace(node.byte_range(), "\"cutile-rs\"");
            } else {
                self.notes.push(format!("{}:{}: says \"cutile\"", self.module.file, line(node)));
            }
        }
    }

    /// Streams that host code looks up to launch on become the runtime's stand-in, which the launcher
    /// looks up itself. One that is asked for something else stays.
    fn rename_streams(&mut self) {
        for call in descendants(self.module.source.root()) {
            let text = |node: Node<'_>| self.module.source.text(node);
            let function = call.child_by_field_name("function").map(text);
            if call.kind() != "call"
                || function != Some(CURRENT_STREAM)
                || !self.is_live(call)
                || call.parent().is_some_and(|above| above.kind() == "attribute")
            {
                continue;
            }
            let arguments = call.child_by_field_name("arguments").map_or("()", text);
            let new = match arguments {
                "()" => format!("{RUNTIME_NAME}.CURRENT_STREAM"),
                arguments => format!("{RUNTIME_NAME}.current_stream{arguments}"),
            };
            self.edits.replace(call.byte_range(), new);
            self.runtime = true;
        }
    }

    /// What torch says of a device, which never changes, is asked of the runtime, which remembers it.
    fn rename_queries(&mut self) {
        for node in descendants(self.module.source.root()) {
            let query = QUERIES.iter().find(|query| self.module.source.text(node) == **query);
            let Some(name) = query.and_then(|query| query.rsplit('.').next()) else { continue };
            let called = node.parent().is_some_and(|above| {
                above.kind() == "call" && above.child_by_field_name("function") == Some(node)
            });
            if called && self.is_live(node) {
                self.edits.replace(node.byte_range(), format!("{RUNTIME_NAME}.{name}"));
                self.runtime = true;
            }
        }
    }

    /// Classes with a backward pass derive from the runtime's class, which records only what needs it.
    fn rename_functions(&mut self) {
        for class in descendants(self.module.source.root()) {
            let bases = (class.kind() == "class_definition")
                .then(|| class.child_by_field_name("superclasses"))
                .flatten();
            for base in bases.map(children).unwrap_or_default() {
                if self.module.source.text(base) == FUNCTION && self.is_live(base) {
                    self.edits.replace(base.byte_range(), format!("{RUNTIME_NAME}.Function"));
                    self.runtime = true;
                }
            }
        }
    }
}

/// Whether a node is an element of the module's `__all__`.
fn in_all(module: &Module<'_>, node: Node<'_>) -> bool {
    super::syntax::ancestors(node).any(|above| {
        above.kind() == "assignment"
            && above
                .child_by_field_name("left")
                .is_some_and(|left| module.source.text(left) == "__all__")
    })
}
