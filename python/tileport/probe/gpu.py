"""Described GPUs: the properties that operators ask of a device, by target.

Numbers are those of one common product of each architecture, as its data sheet and CUDA's device
query give them; grids of persistent kernels and choices of configuration follow from them.
"""

from __future__ import annotations

from dataclasses import dataclass

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30


@dataclass(frozen=True)
class Gpu:
    """A device as `torch.cuda.get_device_properties` shows it; sizes are in bytes."""

    target: str
    name: str
    multi_processor_count: int
    L2_cache_size: int
    shared_memory_per_multiprocessor: int
    shared_memory_per_block_optin: int
    max_threads_per_multi_processor: int
    total_memory: int
    shared_memory_per_block: int = 48 * KIB
    regs_per_multiprocessor: int = 65536
    max_threads_per_block: int = 1024
    warp_size: int = 32
    is_integrated: int = 0
    is_multi_gpu_board: int = 0

    @property
    def capability(self) -> tuple[int, int]:
        """Compute capability, major and minor."""
        return divmod(int(self.target.removeprefix("sm_")), 10)

    @property
    def major(self) -> int:
        """Major compute capability."""
        return self.capability[0]

    @property
    def minor(self) -> int:
        """Minor compute capability."""
        return self.capability[1]


PRESETS = {
    gpu.target: gpu
    for gpu in (
        Gpu("sm_80", "NVIDIA A100-SXM4-80GB", 108, 40 * MIB, 164 * KIB, 163 * KIB, 2048, 80 * GIB),
        Gpu("sm_90", "NVIDIA H100 80GB HBM3", 132, 50 * MIB, 228 * KIB, 227 * KIB, 2048, 80 * GIB),
        Gpu("sm_100", "NVIDIA B200", 148, 126 * MIB, 228 * KIB, 227 * KIB, 2048, 180 * GIB),
        Gpu("sm_103", "NVIDIA B300", 148, 126 * MIB, 228 * KIB, 227 * KIB, 2048, 268 * GIB),
        Gpu("sm_120", "NVIDIA GeForce RTX 5090", 170, 96 * MIB, 100 * KIB, 99 * KIB, 1536, 32 * GIB),
    )
}


def preset(target: str) -> Gpu:
    """The described GPU of a target; `ValueError` lists the known ones."""
    try:
        return PRESETS[target]
    except KeyError:
        known = ", ".join(PRESETS)
        raise ValueError(f"target {target!r} is not described; known targets: {known}") from None
