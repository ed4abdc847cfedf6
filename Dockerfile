# The service as an image: docker build --tag model-response-service .
# docs/guides/docker.md describes how to run it.
ARG NODE=24.21.0
# The base image of a tag changes; a digest names one image. docs/guides/docker.md shows how to find it.
ARG NODE_DIGEST=

FROM node:${NODE}-bookworm-slim${NODE_DIGEST:+@${NODE_DIGEST}} AS build
# `false` leaves the optional packages out: local models and traces.
ARG OPTIONAL=true
# `vulkan` or `cuda` adds the engine for local models on a graphics processor (docs/guides/gpu.md).
ARG GPU=off
ENV CI=true NX_DAEMON=false NX_NO_CLOUD=true
WORKDIR /build
# Docker downloads the libraries again only when one of these files changes.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
RUN npm install --global "$(node --print "require('./package.json').packageManager")" && pnpm fetch
COPY . .
RUN pnpm install --frozen-lockfile --offline \
 && node_modules/.bin/nx run-many -t build -p @org/api --outputStyle=static \
 && pnpm --filter @org/api deploy --prod $([ "$OPTIONAL" = false ] && echo --no-optional) /image \
 && { [ "$GPU" = off ] || node tools/gpu/main.mjs "$GPU" --into /image; }

FROM node:${NODE}-bookworm-slim${NODE_DIGEST:+@${NODE_DIGEST}}
# The same environment as in tools/setup/service-arguments.mjs.
ENV HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /service
COPY --from=build /image/package.json ./
COPY --from=build /image/node_modules node_modules
COPY --from=build /image/dist dist
RUN install --directory --owner=1000 --group=1000 --mode=700 /data
# A number, so that the runtime can verify that the user is not root.
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--heap-growing-percent=100", "--min-semi-space-size=8", "--max-semi-space-size=32", "dist/bundle/main.js"]
