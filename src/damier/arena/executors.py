"""Where games are played: here, in processes of this machine, or on a cluster; all by one interface."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import wait as wait_for
from typing import Any, ParamSpec, TypeVar

from damier.core.text import Refusal, Text, Unreadable
from damier.core.tools.batch_tools import cores

P = ParamSpec("P")
T = TypeVar("T")


class Here(Executor):
    """Does each task when it is given, in this process: nothing is faster on one core."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call *fn* now."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class _Pool(ProcessPoolExecutor):
    """Processes that Ctrl-C does not reach, not even while they are starting."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call *fn* in a process; a new one is started here, and has the signals blocked that we have."""
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


LEAVING = 5.0
"""Seconds in which a process that has nothing to do any more must end by itself."""


class Executors:
    """An executor with its workers, and how to get a new one when some of them have died."""

    def __init__(self, make: Callable[[], Executor], workers: int, close: Callable[[], None]) -> None:
        self._make = make
        self._close = close
        self.workers = workers
        """How many games are played at once."""
        self.current = make()

    def renew(self) -> None:
        """Replace an executor that broke."""
        _shut(self.current, wait=False)
        self.current = self._make()

    def close(self, *, wait: bool = True) -> None:
        """End all workers; without *wait*, in the middle of their games."""
        pool = self.current
        processes = list((getattr(pool, "_processes", None) or {}).values())
        # Not by the pool's own waiting: one that was killed may have held a lock for which the others wait.
        _shut(pool, wait=wait and not processes)
        for process in processes:
            if wait:
                process.join(LEAVING)
            process.kill()
            process.join(LEAVING)
        self._close()


def _shut(executor: Executor, *, wait: bool) -> None:
    try:
        executor.shutdown(wait=wait, cancel_futures=True)
    except TypeError:  # dask's does not know the word, and cancels what it was given anyway
        executor.shutdown(wait=wait)


def make_executors(processes: int | None = None, cluster: str | None = None) -> Executors:
    """*processes* of this machine (by default one for each core), or a *cluster*: ``local``, ``tcp://…``."""
    if cluster is not None:
        return on_cluster(cluster, processes)
    number = processes if processes is not None else cores()
    if number == 1:
        return Executors(Here, 1, lambda: None)
    # Fresh processes, not copies: a copy of a process with threads may hang on a lock that nobody holds.
    context = multiprocessing.get_context("spawn")
    pool = partial(_Pool, number, mp_context=context, initializer=be_worker)
    return Executors(pool, number, lambda: None)


def be_worker() -> None:
    """Leave Ctrl-C to the arena, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: Any) -> None:
    wait_for([sentinel])
    os._exit(1)  # the arena was killed: nobody waits for this game


def on_cluster(address: str, processes: int | None = None) -> Executors:
    """A dask.distributed cluster: the one at *address*, or a new one on this machine (``local``)."""
    try:
        from distributed import Client, LocalCluster
        from distributed.comm.addressing import resolve_address
    except ImportError:
        raise Refusal(Text("a cluster needs dask: pip install 'damier[cluster]'")) from None
    if address != "local" and "://" not in address:
        raise Unreadable(
            Text(
                "'{word}' is not a cluster: write local, or an address as in tcp://10.0.0.1:8786",
                word=address[:80],
            )
        )
    try:
        started = None
        if address == "local":
            started = LocalCluster(
                n_workers=processes or cores(), threads_per_worker=1, processes=True, dashboard_address=None
            )
        else:
            resolve_address(address)  # a client that cannot even be made waits long for its own end
        client = Client(started if started is not None else address, timeout=10, set_as_default=False)
        workers = sum(client.nthreads().values())
    except (OSError, ValueError, RuntimeError) as error:
        raise Refusal(
            Text("the cluster {address} cannot be used: {error}", address=address, error=str(error)[:200])
        ) from error
    if not workers:
        client.close()
        raise Refusal(Text("the cluster {address} has no workers: start some first", address=address))

    def close() -> None:
        client.close()
        if started is not None:
            started.close()

    # Pure: a game may be played again where its worker has died, and gives the same.
    return Executors(lambda: client.get_executor(pure=False, retries=3), workers, close)


@contextmanager
def open_executors(processes: int | None, cluster: str | None) -> Iterator[Executors]:
    """Workers that end with the block; at once if it is left by an error. SIGTERM is as good as Ctrl-C."""
    executors = make_executors(processes, cluster)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield executors
    except BaseException:
        executors.close(wait=False)
        raise
    else:
        executors.close()
    finally:
        signal.signal(signal.SIGTERM, before)
