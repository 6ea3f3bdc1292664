"""Run work in another process; report if it takes too much time or memory, runs code, or dies."""

from __future__ import annotations

import multiprocessing
import resource
import sys
import tempfile
import warnings
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

__all__ = ["monitored"]

LONGEST = 60.0  # seconds allowed for one file
MOST = 256  # MiB by which reading a file of a few kilobytes may increase the memory
ADDRESSES = 16 << 30  # limit of the address space in bytes, to protect the machine
CODE = ("pickle.find_class", "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn")


def monitored(work: Any, number: int, method: str = "spawn") -> Iterator[str]:
    """Verdicts that `work` returns for 0, ..., `number` - 1.

    `work` runs in another process, which is replaced by a new one if it dies or takes too long.
    """
    done = 0
    while done < number:
        ours, theirs = multiprocessing.Pipe()
        context = multiprocessing.get_context(method)
        process = context.Process(target=_work_in_process, args=(theirs, work, done, number))
        process.start()
        theirs.close()
        for answer in _verdicts(ours, number - done):
            yield answer
            done += 1
        process.kill()
        process.join()


def _verdicts(connection: Connection, number: int) -> Iterator[str]:
    """Verdicts from the process.

    If the process dies or takes too long, the last verdict says so.
    """
    try:
        for _ in range(number):
            if not connection.poll(LONGEST):
                yield f"WRONG: no answer in {LONGEST:g} s"
                return
            yield connection.recv()
    except EOFError:
        yield "WRONG: the process died"


def _work_in_process(connection: Connection, work: Any, first: int, number: int) -> None:
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    with tempfile.TemporaryDirectory() as folder:
        work.start(Path(folder))
        ran: list[str] = []
        sys.addaudithook(lambda event, _: ran.append(event) if event in CODE else None)
        for n in range(first, number):
            before = _peak()
            answer, taken = work(n), _peak() - before
            if ran:
                answer = f"WRONG: {ran.pop()} was called; {answer}"
            if taken > MOST:
                answer = f"WRONG: {taken} MiB were taken; {answer}"
            connection.send(answer)


def _peak() -> int:
    """Peak memory of this process in MiB."""
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit
