//! Which values an operation produces, and where a value comes from.

use std::collections::HashMap;

use cutile_ir::ir::{Module, OpId, Value, ValueProducer};

/// Index of a module's values by their producers.
#[derive(Debug)]
pub struct Values {
    results: HashMap<OpId, Vec<Value>>,
}

impl Values {
    /// The index of a module.
    pub fn of(module: &Module) -> Self {
        let mut results: HashMap<OpId, Vec<Value>> = HashMap::new();
        for (value, data) in module.values_since(0) {
            if let ValueProducer::OpResult { op, result_index } = data.producer {
                let list = results.entry(op).or_default();
                // Results are allocated in order, but nothing demands it.
                let index = (result_index as usize).min(list.len());
                list.insert(index, value);
            }
        }
        Self { results }
    }

    /// The results of an operation, in order.
    pub fn results(&self, op: OpId) -> &[Value] {
        self.results.get(&op).map_or(&[], Vec::as_slice)
    }
}
