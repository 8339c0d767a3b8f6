# The bot needs only Node 24, which runs TypeScript directly, and the production packages.
#   docker build -t presscheck .                            # the bot
#   docker build -t presscheck-sandbox --target sandbox .   # a team chat and a publishing service to try it with
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

# The sandbox bundles a web page, so it also needs the development packages.
FROM packages AS sandbox
RUN npm ci --no-audit --no-fund
COPY . .
RUN node sandbox/page.ts && mkdir /data && chown node /data
USER node
EXPOSE 8080 8081
CMD ["node", "sandbox/serve-chat.ts"]

FROM node:24-slim AS bot
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json manifest.json ./
COPY commands commands
COPY views views
COPY src src
# Everything is compiled once, in the image, instead of at each start. A file that isn't would load Node's TypeScript
# compiler into the bot when it's imported, which takes 14 MB.
ENV NODE_COMPILE_CACHE=/app/node_modules/.cache/presscheck
RUN mkdir -p "$NODE_COMPILE_CACHE" && chown node "$NODE_COMPILE_CACHE"
# Otherwise, each of V8's threads keeps the memory that it used to compile.
ENV MALLOC_ARENA_MAX=2
USER node
RUN ["node", "--input-type=module", "-e", "import { globSync } from 'node:fs'; for (const file of globSync('{commands,src,views}/**/*.ts')) await import('./' + file)"]
EXPOSE 3000
# Readiness rather than liveness: unhealthy if Redis is down, or if the worker doesn't finish its sweeps.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The exec form, so that Node itself gets SIGTERM and finishes running jobs.
CMD ["node", "src/main.ts"]
