//! JSON as `analysis.json` is laid out: indented down to a depth, below it one value a line.

use serde_json::Value;

/// The text of a value; containers deeper than `depth` stand on one line.
pub fn layout(value: &Value, depth: usize) -> String {
    let mut out = String::new();
    write(value, depth, 0, &mut out);
    out.push('\n');
    out
}

fn write(value: &Value, depth: usize, level: usize, out: &mut String) {
    let open = level < depth;
    match value {
        Value::Array(items) if open && !items.is_empty() => {
            let items = items.iter().map(|item| (None, item));
            block(('[', ']'), items, depth, level, out);
        }
        Value::Object(fields) if open && !fields.is_empty() => {
            let items = fields.iter().map(|(key, item)| (Some(key.as_str()), item));
            block(('{', '}'), items, depth, level, out);
        }
        _ => out.push_str(&value.to_string()),
    }
}

fn block<'a>(
    (open, close): (char, char),
    items: impl Iterator<Item = (Option<&'a str>, &'a Value)>,
    depth: usize,
    level: usize,
    out: &mut String,
) {
    out.push(open);
    for (index, (key, item)) in items.enumerate() {
        out.push_str(if index == 0 { "\n" } else { ",\n" });
        out.push_str(&" ".repeat(level + 1));
        if let Some(key) = key {
            out.push_str(&Value::from(key).to_string());
            out.push_str(": ");
        }
        write(item, depth, level + 1, out);
    }
    out.push('\n');
    out.push_str(&" ".repeat(level));
    out.push(close);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting_below_the_depth_stands_on_one_line() {
        let value = serde_json::json!({"a": [{"b": [1, 2]}], "c": {}, "d": "x\"y"});
        let text = layout(&value, 2);
        assert_eq!(
            text,
            "{\n \"a\": [\n  {\"b\":[1,2]}\n ],\n \"c\": {},\n \"d\": \"x\\\"y\"\n}\n"
        );
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
