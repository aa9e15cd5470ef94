//! TileGym: checkout discovery, host code, wiring.
