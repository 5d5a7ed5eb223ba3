"""Work that goes on while nobody waits for it: a task for each name, and an end for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any


class NamedTasks:
    """Tasks of one event loop, by what they work on."""

    def __init__(self, ended: Callable[[Any], None] = lambda name: None) -> None:
        self._ended = ended
        """Called with the name of whatever is under way no more."""
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._closed = False

    def __contains__(self, name: Hashable) -> bool:
        return name in self._tasks

    def __len__(self) -> int:
        return len(self._tasks)

    def begin(self, name: Hashable, work: Coroutine[Any, Any, None]) -> None:
        """Let *work* be done, unless all is to end."""
        if self._closed:
            work.close()
            return
        task = self._tasks[name] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self.forget(name) if self._tasks.get(name) is task else None)

    def forget(self, name: Hashable) -> None:
        """Count work that is about to end as done already: new work of that name may begin."""
        if self._tasks.pop(name, None) is not None:
            self._ended(name)

    async def close(self) -> None:
        """Stop all of it, and begin nothing more."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
