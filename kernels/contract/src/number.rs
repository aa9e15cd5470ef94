//! Floats in JSON, which has no infinities: those are the strings `inf`, `-inf` and `NaN`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Number {
    Finite(f64),
    Other(String),
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        if value.is_finite() { Self::Finite(value) } else { Self::Other(value.to_string()) }
    }
}

impl Number {
    fn value<E: de::Error>(self) -> Result<f64, E> {
        match self {
            Self::Finite(value) => Ok(value),
            Self::Other(text) => text.parse().map_err(de::Error::custom),
        }
    }
}

/// One float.
pub mod one {
    use super::{Deserialize, Deserializer, Number, Serialize, Serializer};

    /// Writes it.
    pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        Number::from(*value).serialize(serializer)
    }

    /// Reads it.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        Number::deserialize(deserializer)?.value()
    }
}

/// Rows of keys with a float.
pub mod rows {
    use serde_json::Value;

    use super::{Deserialize, Deserializer, Number, Serializer};

    type Row = (Vec<Value>, f64);

    /// Writes them.
    pub fn serialize<S: Serializer>(rows: &[Row], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(rows.iter().map(|(keys, value)| (keys, Number::from(*value))))
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Row>, D::Error> {
        Vec::<(Vec<Value>, Number)>::deserialize(deserializer)?
            .into_iter()
            .map(|(keys, value)| Ok((keys, value.value()?)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::FloatExpr;

    #[test]
    fn infinities_survive_a_contract() {
        let table = FloatExpr::Table {
            keys: Vec::new(),
            rows: vec![(Vec::new(), f64::INFINITY), (Vec::new(), 0.5)],
        };
        let literal = FloatExpr::Literal { value: f64::NEG_INFINITY };
        for expr in [table, literal, FloatExpr::Literal { value: -1e30 }] {
            let text = serde_json::to_string(&expr).unwrap();
            assert_eq!(serde_json::from_str::<FloatExpr>(&text).unwrap(), expr, "{text}");
        }
    }
}
