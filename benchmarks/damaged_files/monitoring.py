"""Work in another process, which may take too long, take too much memory, run code or die."""

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

__all__ = ["watched"]

LONGEST = 60.0  # seconds that one file may take
MOST = 256  # MiB that a file of some kilobytes may take besides
ADDRESSES = 16 << 30  # bytes, so that the machine is safe
CODE = ("pickle.find_class", "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn")


def watched(work: Any, number: int, method: str = "spawn") -> Iterator[str]:
    """What `work` answers to 0, 1, ..., each a verdict; a process that dies is started again."""
    done = 0
    while done < number:
        ours, theirs = multiprocessing.Pipe()
        context = multiprocessing.get_context(method)
        process = context.Process(target=_answer, args=(theirs, work, done, number))
        process.start()
        theirs.close()
        for answer in _answers(ours, number - done):
            yield answer
            done += 1
        process.kill()
        process.join()


def _answers(connection: Connection, number: int) -> Iterator[str]:
    """Answers as they come, the last of them that there is none."""
    try:
        for _ in range(number):
            if not connection.poll(LONGEST):
                yield f"WRONG: no answer in {LONGEST:g} s"
                return
            yield connection.recv()
    except EOFError:
        yield "WRONG: the process died"


def _answer(connection: Connection, work: Any, first: int, number: int) -> None:
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
    """Memory that this process has taken at most, in MiB."""
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit
