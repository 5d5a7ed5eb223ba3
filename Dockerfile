# damier for a server: `docker build --tag damier .`, then `docker run --publish 8000:8000 --volume games:/data damier`.
FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE constraints.txt ./
COPY src src
RUN python -m venv /opt/damier && \
    /opt/damier/bin/pip install --no-cache-dir --constraint constraints.txt '.[postgres]'

FROM python:3.12-slim
RUN useradd --create-home --uid 10001 damier && install --directory --owner damier /data
COPY --from=build /opt/damier /opt/damier
ENV PATH=/opt/damier/bin:$PATH DAMIER_DATA=/data
USER damier
# The compiled engines; on another kind of processor they are compiled once more.
RUN damier warm
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=9)"]
ENTRYPOINT ["damier", "serve", "--host", "0.0.0.0", "--no-browser"]
CMD ["--log-format", "json", "--log-level", "info"]
