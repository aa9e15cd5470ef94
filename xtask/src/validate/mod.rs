//! Validators of each stage and the final gate.
