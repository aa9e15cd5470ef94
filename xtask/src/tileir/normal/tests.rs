//! Each rule keeps the value: nodes are evaluated by the interpreter before and after.

use std::collections::HashMap;

use cutile_ir::bytecode::Opcode;
use cutile_ir::ir::{ScalarType, TileElementType, TileType, Type};

use super::graph::{Graph, Leaf, Node, NodeId, OpNode};
use crate::tileir::interpret::pure::{Op, evaluate};
use crate::tileir::interpret::random_number;
use crate::tileir::interpret::value::{Element, Tile, Value, coordinates, position, tile_type};
use crate::tileir::random::Numbers;

fn tile(scalar: ScalarType, shape: &[i64]) -> Type {
    Type::Tile(TileType { shape: shape.to_vec(), element_type: TileElementType::Scalar(scalar) })
}

/// What the leaves are.
type Leaves = HashMap<usize, Tile>;

/// The value of a node.
fn value(graph: &Graph, leaves: &Leaves, node: NodeId) -> Tile {
    match graph.node(node) {
        Node::Leaf(Leaf::Parameter(index), _) => leaves[index].clone(),
        Node::Splat(bits, ty) => {
            let (shape, element) = tile_type(ty).unwrap();
            Tile::splat(&shape, element, Some(*bits))
        }
        Node::Expand(source, map, ty) => {
            let source = value(graph, leaves, *source);
            let (shape, element) = tile_type(ty).unwrap();
            let bits = coordinates(&shape).map(|at| {
                let mut from = vec![0; source.shape.len()];
                for (axis, along) in map.iter().enumerate() {
                    if let Some(along) = along {
                        from[*along] = at[axis];
                    }
                }
                source.bits[position(&source.shape, &from)]
            });
            Tile { bits: bits.collect(), shape: shape.clone(), element }
        }
        Node::Op(op) => {
            let operands: Vec<Tile> =
                op.operands.iter().map(|operand| value(graph, leaves, *operand)).collect();
            plain(op, operands)
        }
        other => panic!("{other:?} does not come of these rules"),
    }
}

/// The value of an operation as it stands.
fn plain(op: &OpNode, operands: Vec<Tile>) -> Tile {
    let row = Op { opcode: op.opcode, attributes: &op.attributes, types: &op.types };
    let operands: Vec<Value> = operands.into_iter().map(Value::Tile).collect();
    let results = evaluate(&row, &operands)
        .unwrap_or_else(|stop| panic!("{:?} {:?}: {stop}", op.opcode, op.attributes));
    results[op.result].tile().unwrap().clone()
}

const SHAPES: [&[i64]; 7] = [&[], &[1], &[4], &[1, 4], &[4, 1], &[2, 1, 2], &[2, 4]];

/// A random graph that grows by one operation at a time; each is checked as it is added.
struct Growth {
    graph: Graph,
    leaves: Leaves,
    nodes: Vec<NodeId>,
    numbers: Numbers,
    rewritten: HashMap<Opcode, usize>,
}

impl Growth {
    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.numbers.below(list.len() as u64) as usize]
    }

    fn leaf(&mut self, scalar: ScalarType, shape: &[i64]) -> NodeId {
        let index = self.leaves.len();
        let ty = tile(scalar, shape);
        let (sizes, element) = tile_type(&ty).unwrap();
        let count: usize = sizes.iter().product();
        let bits = (0..count)
            .map(|_| {
                let bits = random_number(&mut self.numbers, scalar);
                (self.numbers.below(12) != 0).then_some(bits)
            })
            .collect();
        self.leaves.insert(index, Tile { shape: sizes, element, bits });
        let node = self.graph.intern(Node::Leaf(Leaf::Parameter(index), ty));
        self.nodes.push(node);
        node
    }

    fn parts(&self, node: NodeId) -> (ScalarType, Vec<i64>) {
        match self.graph.ty(node) {
            Type::Tile(TileType { shape, element_type: TileElementType::Scalar(scalar) }) => {
                (*scalar, shape.clone())
            }
            other => panic!("{other:?}"),
        }
    }

    /// A node of a type: a known one, a constant or a leaf.
    fn want(&mut self, scalar: ScalarType, shape: &[i64]) -> NodeId {
        let ty = tile(scalar, shape);
        let list: Vec<NodeId> =
            self.nodes.iter().copied().filter(|node| *self.graph.ty(*node) == ty).collect();
        match self.numbers.below(4) {
            0 | 1 if !list.is_empty() => self.of(&list),
            2 => {
                let ones = Element::Scalar(scalar).width();
                let bits = match self.numbers.below(5) {
                    0 => 0,
                    1 => 1,
                    2 => u64::MAX >> (64 - ones),
                    _ => random_number(&mut self.numbers, scalar),
                };
                let bits = bits & (u64::MAX >> (64 - ones));
                let node = self.graph.intern(Node::Splat(bits, ty));
                self.nodes.push(node);
                node
            }
            _ => self.leaf(scalar, shape),
        }
    }

    fn grow(&mut self) {
        use Opcode::*;
        let integers =
            [ScalarType::I1, ScalarType::I8, ScalarType::I16, ScalarType::I32, ScalarType::I64];
        let opcode = self.of(&[
            AddI, SubI, MulI, AndI, OrI, XOrI, ExtI, TruncI, Select, Reshape, Broadcast, Bitcast,
            MaxI, MinI, MulhiI, AddF, MulF, MaxF, MinF, Fma, CmpI, CmpF, SubF,
        ]);
        let shape = self.of(&SHAPES).to_vec();
        let scalar = self.of(&integers);
        let float = self.of(&[ScalarType::F16, ScalarType::F32, ScalarType::F64]);
        let predicate = self.numbers.below(6).to_string();
        let number = |name: &str, number: String| (name.to_owned(), number);
        let sign = self.numbers.below(2).to_string();
        let overflow = self.of(&["0", "0", "1", "2", "3"]).to_owned();
        let rounding = self.of(&["0", "0", "1", "2", "3"]).to_owned();
        let (operands, ty, mut attributes) = match opcode {
            AddI | SubI | MulI => {
                let pair = vec![self.want(scalar, &shape), self.want(scalar, &shape)];
                (pair, tile(scalar, &shape), vec![number("overflow", overflow)])
            }
            MaxI | MinI => {
                let pair = vec![self.want(scalar, &shape), self.want(scalar, &shape)];
                (pair, tile(scalar, &shape), vec![number("signedness", sign)])
            }
            AndI | OrI | XOrI | MulhiI => {
                let pair = vec![self.want(scalar, &shape), self.want(scalar, &shape)];
                (pair, tile(scalar, &shape), Vec::new())
            }
            AddF | MulF | SubF | MaxF | MinF => {
                let pair = vec![self.want(float, &shape), self.want(float, &shape)];
                let mut attributes = Vec::new();
                match opcode {
                    // Products of f64 at its limits are not known in other roundings.
                    MulF if float == ScalarType::F64 => {
                        attributes.push(number("rounding_mode", "0".to_owned()));
                    }
                    AddF | MulF | SubF => attributes.push(number("rounding_mode", rounding)),
                    _ if sign == "1" => attributes.push(number("propagate_nan", "true".to_owned())),
                    _ => {}
                }
                (pair, tile(float, &shape), attributes)
            }
            Fma => {
                let three = [0; 3].map(|_| self.want(float, &shape)).to_vec();
                (three, tile(float, &shape), vec![number("rounding_mode", "0".to_owned())])
            }
            CmpI => {
                let pair = vec![self.want(scalar, &shape), self.want(scalar, &shape)];
                let attributes =
                    vec![number("comparison_predicate", predicate), number("signedness", sign)];
                (pair, tile(ScalarType::I1, &shape), attributes)
            }
            CmpF => {
                let pair = vec![self.want(float, &shape), self.want(float, &shape)];
                let attributes = vec![
                    number("comparison_ordering", sign),
                    number("comparison_predicate", predicate),
                ];
                (pair, tile(ScalarType::I1, &shape), attributes)
            }
            ExtI | TruncI => {
                let list = [ScalarType::I8, ScalarType::I16, ScalarType::I32, ScalarType::I64];
                let narrow = self.numbers.below(3) as usize;
                let wide = narrow + 1 + self.numbers.below(3 - narrow as u64) as usize;
                let (from, to) = match opcode {
                    ExtI => (list[narrow], list[wide]),
                    _ => (list[wide], list[narrow]),
                };
                let attributes = match opcode {
                    ExtI => vec![number("signedness", sign)],
                    _ => vec![number("overflow", overflow)],
                };
                (vec![self.want(from, &shape)], tile(to, &shape), attributes)
            }
            Select => {
                let list = vec![
                    self.want(ScalarType::I1, &shape),
                    self.want(scalar, &shape),
                    self.want(scalar, &shape),
                ];
                (list, tile(scalar, &shape), Vec::new())
            }
            Bitcast => (vec![self.want(scalar, &shape)], tile(scalar, &shape), Vec::new()),
            Reshape => {
                let source = self.any();
                let (scalar, shape) = self.parts(source);
                let count: i64 = shape.iter().product();
                let mut list: Vec<&[i64]> = SHAPES
                    .into_iter()
                    .filter(|shape| shape.iter().product::<i64>() == count)
                    .collect();
                list.push(&shape);
                let to = self.of(&list);
                (vec![source], tile(scalar, to), Vec::new())
            }
            _ => {
                let source = self.any();
                let (scalar, shape) = self.parts(source);
                let to = shape
                    .iter()
                    .map(|size| if *size == 1 { self.of(&[1, 2, 4]) } else { *size })
                    .collect::<Vec<_>>();
                if to.iter().product::<i64>() > 32 {
                    return;
                }
                (vec![source], tile(scalar, &to), Vec::new())
            }
        };
        attributes.sort();
        let node = OpNode {
            opcode,
            attributes,
            groups: Vec::new(),
            operands,
            regions: Vec::new(),
            types: vec![ty],
            result: 0,
            place: None,
        };
        let operands = node
            .operands
            .iter()
            .map(|operand| value(&self.graph, &self.leaves, *operand))
            .collect();
        let before = plain(&node, operands);
        let simplified = self.graph.op(node.clone());
        let after = value(&self.graph, &self.leaves, simplified);
        assert_eq!(before, after, "{node:?} became {:?}", self.graph.node(simplified));
        assert_eq!(self.graph.ty(simplified), &node.types[0], "{node:?}");
        if *self.graph.node(simplified) != Node::Op(Box::new(node)) {
            *self.rewritten.entry(opcode).or_default() += 1;
        }
        self.nodes.push(simplified);
    }

    fn any(&mut self) -> NodeId {
        match self.nodes.len() {
            0 => self.leaf(ScalarType::I32, &[1, 4]),
            count => self.nodes[self.numbers.below(count as u64) as usize],
        }
    }
}

#[test]
fn every_rewrite_keeps_the_value_of_each_element() {
    let mut rewritten: HashMap<Opcode, usize> = HashMap::new();
    for seed in 0..150 {
        let mut growth = Growth {
            graph: Graph::default(),
            leaves: Leaves::new(),
            nodes: Vec::new(),
            numbers: Numbers::new(seed),
            rewritten: HashMap::new(),
        };
        for _ in 0..60 {
            growth.grow();
        }
        for (opcode, count) in growth.rewritten {
            *rewritten.entry(opcode).or_default() += count;
        }
    }
    use Opcode::*;
    // Every rule has been at work.
    for opcode in [
        AddI, SubI, MulI, AndI, OrI, XOrI, ExtI, TruncI, Select, Reshape, Broadcast, Bitcast, MaxI,
        MinI, AddF, MulF, MaxF, MinF, Fma, MulhiI, CmpI, CmpF,
    ] {
        let count = rewritten.get(&opcode).copied().unwrap_or(0);
        assert!(count >= 20, "{opcode:?} was rewritten {count} times");
    }
    assert_eq!(rewritten.get(&SubF), None, "a difference has an order");
}
