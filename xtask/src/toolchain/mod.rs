//! The toolkit: making it, finding it, running its programs.
