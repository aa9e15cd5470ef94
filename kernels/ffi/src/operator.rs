//! An operator's launcher: contract and kernel text in, prepared launches out.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use sha2::{Digest, Sha256};
use tileport_contract::{Contract, Function, ParamKind, SCHEMA};

use crate::arguments::{self, Argument, Flat, Raw};
use crate::desc::{LaunchConfig, RawStream, TensorDesc};
use crate::driver::{self, Device, Kernel, Table};
use crate::error::{Code, Failure, panic_text};
use crate::{assembler, cache, jit, specialise};

/// Prepared launches kept for each function; beyond it, all are forgotten and made again when needed.
const MAX_PLANS: usize = 1024;

/// The largest size of a grid's axis that tile blocks number rightly; cuTile has the same limit.
const MAX_GRID: u32 = (1 << 24) - 1;

/// One operator of a cdylib.
#[derive(Debug)]
pub struct Operator {
    contract: &'static str,
    source: &'static str,
    state: OnceLock<Result<State, String>>,
}

#[derive(Debug)]
struct State {
    contract: Contract,
    source_sha256: String,
    plans: Vec<Mutex<HashMap<PlanKey, Arc<Plan>>>>,
    kernels: Mutex<HashMap<(String, i32), Slot>>,
}

/// A kernel that one thread loads while others that want it wait.
type Slot = Arc<Mutex<Option<Kernel>>>;

/// All that a prepared launch depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct PlanKey {
    device: i32,
    options: [i32; 4],
    /// Of each argument what the specialisation sees; run-time scalars are not part of it.
    words: Vec<u64>,
}

/// A prepared launch: a loaded kernel for arguments like those that it was made from.
#[derive(Debug)]
pub struct Plan {
    function: &'static Function,
    device: Arc<Device>,
    kernel: Kernel,
    /// The parameters of the launch that it was made from.
    flat: Flat,
}

/// As many parameters need no memory from the heap when a plan is launched again.
const FEW_WORDS: usize = 96;

impl Operator {
    /// An operator from the texts of its `contract.json` and `kernel.rs`.
    #[must_use]
    pub const fn new(contract: &'static str, source: &'static str) -> Self {
        Self { contract, source, state: OnceLock::new() }
    }

    fn state(&'static self) -> Result<&'static State, Failure> {
        self.state
            .get_or_init(|| {
                let contract: Contract = serde_json::from_str(self.contract)
                    .map_err(|error| format!("the embedded contract.json: {error}"))?;
                if contract.schema != SCHEMA {
                    return Err(format!(
                        "the embedded contract.json has schema {}, this launcher reads {SCHEMA}",
                        contract.schema
                    ));
                }
                Ok(State {
                    plans: contract.functions.iter().map(|_| Mutex::default()).collect(),
                    source_sha256: cache::hex(&Sha256::digest(self.source.as_bytes())),
                    contract,
                    kernels: Mutex::default(),
                })
            })
            .as_ref()
            .map_err(|text| Failure::new(Code::Launch, text.clone()))
    }

    /// A function of the operator.
    ///
    /// # Errors
    /// The contract cannot be read or has no such function.
    pub fn function(&'static self, index: u32) -> Result<&'static Function, Failure> {
        self.state()?.contract.functions.get(index as usize).ok_or_else(|| {
            Failure::new(Code::Invalid, format!("the contract has no function number {index}"))
        })
    }

    /// Prepares a launch, or finds the one that was prepared for such arguments.
    ///
    /// # Errors
    /// An argument cannot be passed, no entry serves it, or compiling or loading fails.
    ///
    /// # Safety
    /// As for [`arguments::check`].
    pub unsafe fn plan(
        &'static self,
        index: u32,
        raw: &[Raw],
        config: &LaunchConfig,
        device: i32,
    ) -> Result<(Arc<Plan>, Vec<Argument>), Failure> {
        let state = self.state()?;
        let function = self.function(index)?;
        let within = |failure: Failure| failure.within(&function.name);
        // SAFETY: as the caller promises.
        let arguments = unsafe { arguments::check(function, raw) }.map_err(within)?;
        let key = PlanKey {
            device,
            options: [config.num_ctas, config.occupancy, config.opt_level, config.num_worker_warps],
            words: key_words(function, &arguments),
        };
        let plans = &state.plans[index as usize];
        if let Some(plan) = lock(plans).get(&key) {
            return Ok((Arc::clone(plan), arguments));
        }
        let plan =
            Arc::new(self.prepare(state, function, &arguments, config, device).map_err(within)?);
        let mut plans = lock(plans);
        if plans.len() >= MAX_PLANS {
            plans.clear();
        }
        Ok((Arc::clone(plans.entry(key).or_insert(plan)), arguments))
    }

    /// Prepares and launches.
    ///
    /// # Errors
    /// As [`Self::plan`] and [`Plan::launch`].
    ///
    /// # Safety
    /// As both.
    pub unsafe fn call(
        &'static self,
        index: u32,
        raw: &[Raw],
        config: *const LaunchConfig,
        device: i32,
        stream: RawStream,
    ) -> Result<(), Failure> {
        // SAFETY: null, or a configuration as the caller promises.
        let config = unsafe { config.as_ref() }.ok_or_else(|| {
            Failure::new(Code::Null, "the launch configuration is a null pointer")
        })?;
        // SAFETY: as the caller promises.
        unsafe {
            let (plan, arguments) = self.plan(index, raw, config, device)?;
            plan.launch(&arguments, config.grid, stream)
        }
    }

    fn prepare(
        &'static self,
        state: &'static State,
        function: &'static Function,
        arguments: &[Argument],
        config: &LaunchConfig,
        device: i32,
    ) -> Result<Plan, Failure> {
        let device = driver::device(device)?;
        for (param, argument) in function.params.iter().zip(arguments) {
            let arrays: &[arguments::Array] = match argument {
                Argument::Tensor(array) => std::slice::from_ref(array),
                Argument::List(arrays) => arrays,
                _ => &[],
            };
            for array in arrays.iter().filter(|array| !array.desc.is_empty(array.rank)) {
                device.check_pointer(array.desc.ptr, &param.name)?;
            }
        }
        let wanted = specialise::choose(function, arguments, config, device.capability)?;
        let opt_level = u32::try_from(config.opt_level).unwrap_or(3);
        let kernel = self.kernel(state, &wanted, opt_level, &device)?;
        let flat = arguments::flatten(function, arguments);
        Ok(Plan { function, device, kernel, flat })
    }

    /// The loaded kernel of a specialisation, made at most once for each device.
    fn kernel(
        &self,
        state: &State,
        wanted: &jit::Specialization,
        opt_level: u32,
        device: &Device,
    ) -> Result<Kernel, Failure> {
        let assembler = assembler::find()?;
        let key = cache::Key {
            source: state.source_sha256.clone(),
            compiler: cutile_compiler::cuda_tile_runtime_utils::get_compiler_version(),
            entry: wanted.entry.clone(),
            generics: wanted.generics.clone(),
            consts: wanted
                .consts
                .iter()
                .map(|(name, value)| (name.clone(), value.to_bits()))
                .collect(),
            tensors: wanted.tensors.clone(),
            hints: [wanted.hints.occupancy, wanted.hints.num_ctas, wanted.hints.num_worker_warps],
            opt_level,
            target: wanted.target.clone(),
            assembler: assembler.version.clone(),
        };
        let digest = key.digest();
        let slot =
            Arc::clone(lock(&state.kernels).entry((digest.clone(), device.ordinal)).or_default());
        let mut slot = lock(&slot);
        if let Some(kernel) = *slot {
            return Ok(kernel);
        }
        let folder = cache::folder();
        let cached = folder.as_ref().and_then(|folder| cache::read(folder, &digest));
        let cubin = match cached {
            Some(cubin) => cubin,
            None => {
                let bytecode = compile(self.source, wanted)?;
                let cubin = assembler.assemble(&bytecode, &wanted.target, opt_level)?;
                if let Some(folder) = &folder {
                    cache::write(folder, &digest, &cubin);
                }
                cubin
            }
        };
        let _current = device.enter()?;
        let kernel = driver::load(&cubin, &jit_symbol(&wanted.entry))?;
        *slot = Some(kernel);
        Ok(kernel)
    }
}

impl Plan {
    /// Enqueues the kernel and returns; an empty grid has nothing to enqueue.
    ///
    /// # Errors
    /// The grid exceeds what tile blocks number rightly, or the driver refuses.
    ///
    /// # Safety
    /// The arguments are those of the plan but for addresses (aligned alike) and run-time scalars;
    /// `stream` is a stream of the plan's device; the memory stays valid until the kernel has run.
    pub unsafe fn launch(
        &self,
        arguments: &[Argument],
        grid: [u32; 3],
        stream: RawStream,
    ) -> Result<(), Failure> {
        self.check_grid(grid)?;
        if grid.contains(&0) {
            return Ok(());
        }
        let mut flat = arguments::flatten(self.function, arguments);
        let within = |failure: Failure| failure.within(&self.function.name);
        let _current = self.device.enter().map_err(within)?;
        // SAFETY: the context was made current, the rest is as the caller promises. The tables are
        // freed in the order of the stream, after the kernel.
        unsafe {
            let tables: Vec<(usize, Table)> = flat
                .tables
                .iter()
                .map(|(word, rows)| Ok((*word, Table::upload(rows, stream)?)))
                .collect::<Result<_, Failure>>()
                .map_err(within)?;
            for (word, table) in &tables {
                flat.words[*word] = table.address;
            }
            driver::launch(self.kernel, grid, stream, &mut flat.words).map_err(within)
        }
    }

    /// Launches for arguments that differ from those of the plan in addresses (aligned alike) and
    /// run-time scalars alone.
    ///
    /// # Errors
    /// The plan has a list, a scalar does not fit, or as [`Self::launch`].
    ///
    /// # Safety
    /// As [`Self::launch`]; `addresses` has an element for each tensor, `scalars` one for each scalar
    /// that is passed.
    pub unsafe fn relaunch(
        &self,
        addresses: *const u64,
        scalars: *const u64,
        grid: [u32; 3],
        stream: RawStream,
    ) -> Result<(), Failure> {
        self.check_grid(grid)?;
        if grid.contains(&0) {
            return Ok(());
        }
        if !self.flat.tables.is_empty() {
            return Err(Failure::new(
                Code::Invalid,
                "a list is launched with its descriptors only",
            ));
        }
        let mut few = [0; FEW_WORDS];
        let mut many = Vec::new();
        let count = self.flat.words.len();
        let words = if count <= FEW_WORDS {
            &mut few[..count]
        } else {
            many.resize(count, 0);
            &mut many[..]
        };
        words.copy_from_slice(&self.flat.words);
        // SAFETY: as many elements as the plan was made from, as the caller promises.
        unsafe {
            for (index, &word) in self.flat.addresses.iter().enumerate() {
                words[word] = addresses.add(index).read();
            }
            for &(index, kind, word) in &self.flat.scalars {
                let passed = scalars.add(index).read();
                if kind == ParamKind::Int {
                    arguments::scalar_i32(&self.function.name, passed as i64)?;
                }
                words[word] = arguments::scalar_word(kind, passed).unwrap_or(0);
            }
        }
        let _current = self.device.enter()?;
        // SAFETY: the context was made current, the rest is as the caller promises.
        unsafe { driver::launch(self.kernel, grid, stream, words) }
    }

    fn check_grid(&self, grid: [u32; 3]) -> Result<(), Failure> {
        match grid.iter().position(|&size| size > MAX_GRID) {
            None => Ok(()),
            Some(axis) => Err(Failure::new(
                Code::Invalid,
                format!(
                    "{}: grid[{axis}] is {}; the limit is {MAX_GRID}, use several launches",
                    self.function.name, grid[axis]
                ),
            )),
        }
    }
}

/// The words of a key: of tensors all but the address, of which only the alignment counts.
fn key_words(function: &Function, arguments: &[Argument]) -> Vec<u64> {
    let mut words = Vec::new();
    let mut array = |array: &arguments::Array| {
        words.push((u64::from(array.desc.ptr.is_multiple_of(16)) << 8) | array.rank as u64);
        words.push(array.desc.dtype as u64);
        words.extend(array.shape().iter().chain(array.strides()).map(|&value| value as u64));
    };
    for (param, argument) in function.params.iter().zip(arguments) {
        match (param.kind, argument) {
            (_, Argument::Tensor(tensor)) => array(tensor),
            (_, Argument::List(arrays)) => arrays.iter().for_each(&mut array),
            _ => {}
        }
    }
    for (param, argument) in function.params.iter().zip(arguments) {
        match (param.kind, argument) {
            (ParamKind::ConstInt, Argument::Int(value)) => words.push(*value as u64),
            (ParamKind::ConstFloat, Argument::Float(value)) => words.push(value.to_bits()),
            (ParamKind::List, Argument::List(arrays)) => words.push(arrays.len() as u64),
            _ => {}
        }
    }
    words
}

/// Name of the entry in the cubin: cutile adds a suffix to the function's name.
fn jit_symbol(entry: &str) -> String {
    format!("{entry}_entry")
}

/// Compiles on a thread with the stack that the compiler wants; its panic becomes a failure.
fn compile(source: &'static str, wanted: &jit::Specialization) -> Result<Vec<u8>, Failure> {
    let wanted = wanted.clone();
    let describe = format!("compiling `{}` for {}", wanted.entry, wanted.target);
    std::thread::Builder::new()
        .name("tileport-compile".to_owned())
        .stack_size(jit::STACK_SIZE)
        .spawn(move || jit::compile_entry(&jit::Source::parse(source)?, &wanted))
        .map_err(|error| format!("no thread: {error}"))
        .and_then(|thread| {
            thread.join().unwrap_or_else(|payload| {
                Err(format!("cutile panicked: {}", panic_text(&*payload)))
            })
        })
        .map_err(|text| Failure::new(Code::Launch, text).within(&describe))
}

/// Locks whatever a panic elsewhere left; what is behind these locks is whole between statements.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes uniform arguments apart: descriptors and scalars in the order of parameters.
///
/// # Errors
/// Fewer were passed than the parameters need.
///
/// # Safety
/// `descs` and `scalars` hold as many elements as the function's parameters need; for a list, its
/// scalar is the number of its descriptors.
pub unsafe fn uniform(
    function: &Function,
    mut descs: *const TensorDesc,
    mut scalars: *const u64,
) -> Result<Vec<Raw>, Failure> {
    let mut raw = Vec::with_capacity(function.params.len());
    for param in &function.params {
        // SAFETY: the pointers advance by what the caller promised to be there.
        unsafe {
            match param.kind {
                ParamKind::ConstFixed => {}
                ParamKind::Tensor => {
                    raw.push(Raw::Tensor(descs));
                    descs = descs.add(1);
                }
                ParamKind::List => {
                    let count = scalars.read() as i64;
                    let length = usize::try_from(count).map_err(|_| {
                        Failure::new(
                            Code::Invalid,
                            format!("list `{}` has {count} elements", param.name),
                        )
                    })?;
                    raw.push(Raw::List(descs, count));
                    descs = descs.add(length);
                    scalars = scalars.add(1);
                }
                ParamKind::Float | ParamKind::ConstFloat => {
                    raw.push(Raw::Float(f64::from_bits(scalars.read())));
                    scalars = scalars.add(1);
                }
                ParamKind::Int | ParamKind::Bool | ParamKind::ConstInt => {
                    raw.push(Raw::Int(scalars.read() as i64));
                    scalars = scalars.add(1);
                }
            }
        }
    }
    Ok(raw)
}
