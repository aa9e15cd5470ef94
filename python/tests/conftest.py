"""Tests of the Python packages; those in `recorded` run in a process of their own."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

if "TILEPORT_RECORDER_LOG" not in os.environ:
    collect_ignore = ["recorded"]
