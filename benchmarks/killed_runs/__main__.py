"""Command line: kill and resume runs, and compare their files with those of a complete run."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from . import kill_and_finish, written


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=["all"], help="names of experiments")
    parser.add_argument("--runs", type=int, default=10, help="number of killed runs")
    parser.add_argument(
        "--seed", type=int, default=0, help="seed of the times at which runs are killed"
    )
    arguments = parser.parse_args()
    command = [sys.executable, "-m", "kernelscale", "reproduce", *arguments.names, "--quick", "-o"]
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder, "whole")
        started = time.monotonic()
        kill_and_finish([*command, str(whole)], whole, 0, 0, arguments.seed)
        seconds = time.monotonic() - started
        print(f"a complete run takes {seconds:.0f} s", flush=True)
        n_same = n_killed = run = 0
        while n_killed < arguments.runs:
            here = Path(folder, f"killed-{run}")
            alive = kill_and_finish([*command, str(here)], here, seconds, 1, arguments.seed + run)
            run += 1
            if not alive:  # the run ended before the kill and does not count
                seconds *= 0.8
                continue
            n_killed += 1
            same = written(here) == written(whole)
            n_same += same
            print(f"run {run}: {'the same files' if same else 'OTHER files'}", flush=True)
    print(f"{n_killed} runs were killed before their end; {n_same} of them gave the same files")
    sys.exit(n_same != arguments.runs)


if __name__ == "__main__":
    main()
