# A tag can be moved, a digest cannot: the README says how yours is pinned at the first build.
ARG BASE_IMAGE=oven/bun:1.4.5-slim

# What browsers load is built once, with everything installed.
FROM ${BASE_IMAGE} AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml tsconfig.json ./
RUN bun install --frozen-lockfile
COPY . .
RUN bun scripts/build.ts && bun scripts/sbom.ts

FROM ${BASE_IMAGE}
# Voice notes go out as ogg/opus where ffmpeg is installed.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY package.json bun.lock bunfig.toml tsconfig.json ./
RUN bun install --frozen-lockfile --production
# What operators call beside the desk, and for a stopped one.
COPY scripts/restore.ts scripts/rotate-secrets.ts scripts/doctor.ts scripts/export-company.ts scripts/import-company.ts scripts/
COPY src src
COPY views views
COPY islands islands
COPY db db
COPY locales locales
COPY --from=build /app/public public
# What it is made of, for whoever looks for weaknesses in it.
COPY --from=build /app/sbom.cdx.json .
RUN mkdir /data && chown bun:bun /data
USER bun
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD bun -e "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
CMD ["bun", "src/main.ts"]
