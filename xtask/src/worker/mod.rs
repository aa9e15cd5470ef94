//! Workers: built-in, external commands, people.
