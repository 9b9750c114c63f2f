# A tag can be moved, a digest cannot: docs/operations/install.md shows how to pin it at the first build.
ARG BASE_IMAGE=oven/bun:1.4.5-slim

# Browser files are built once, with all packages installed.
FROM ${BASE_IMAGE} AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml tsconfig.json ./
RUN bun install --frozen-lockfile
COPY . .
RUN bun scripts/build.ts && bun scripts/sbom.ts

FROM ${BASE_IMAGE}
# ffmpeg converts voice notes to ogg/opus.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY package.json bun.lock bunfig.toml tsconfig.json ./
RUN bun install --frozen-lockfile --production
# The operator's commands.
COPY scripts/restore.ts scripts/rotate-secrets.ts scripts/doctor.ts scripts/export-company.ts scripts/import-company.ts scripts/move-to-cluster.ts scripts/
COPY src src
COPY views views
COPY islands islands
COPY db db
COPY locales locales
# The guides below /ajuda, with their pictures.
COPY docs/guide docs/guide
COPY docs/pictures/now docs/pictures/now
COPY --from=build /app/public public
# The SBOM, for vulnerability scanners.
COPY --from=build /app/sbom.cdx.json .
RUN mkdir /data && chown bun:bun /data
USER bun
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD bun -e "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
CMD ["bun", "src/main.ts"]
