# SPDX-License-Identifier: MIT
"""Stage E: device time by CUPTI and host time per call, both backends interleaved in one process."""
