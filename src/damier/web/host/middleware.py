"""Everything that stands between the network and the application, in its order.

``create_app(archive, workers, settings)`` calls ``protect(app, settings, traffic)`` once its routes are in
place, and ``app.include_router(health.router)`` beside its own routers.
"""

from __future__ import annotations

from fastapi import FastAPI

from damier.web.host.allowed_hosts import Behind, Hosts
from damier.web.host.costly_pool import Traffic
from damier.web.host.metrics import Observe
from damier.web.host.rate_limits import CostlyLimit, Limits
from damier.web.host.request_guard import Guard, HeadAsGet, Signed
from damier.web.host.settings import Settings


def protect(app: FastAPI, settings: Settings, traffic: Traffic) -> None:
    """Put the layers around *app*; what is added last is met first."""
    app.add_middleware(CostlyLimit, settings=settings)
    # It reads whole requests, only of those who may send them.
    app.add_middleware(Guard, settings=settings, traffic=traffic)
    app.add_middleware(Limits, settings=settings)
    app.add_middleware(Hosts, settings=settings)
    app.add_middleware(Signed)  # refusals carry the policy too
    app.add_middleware(Behind, settings=settings)  # before anybody asks who, how and where
    app.add_middleware(HeadAsGet)  # before limits by method
    app.add_middleware(Observe)
