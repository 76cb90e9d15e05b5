# The mock as a container:   docker build -t tollgate . && docker run --rm -p 127.0.0.1:4010:4010 tollgate
# Any other command as well: docker run --rm -v "$PWD:/work" -e TOLLGATE_TOKEN tollgate conform --deployment tollgate.yaml

# A digest in place of the tag makes the build repeatable: --build-arg BASE=node:24.21.0-bookworm-slim@sha256:…
ARG BASE=node:24.21.0-bookworm-slim
FROM ${BASE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# Installs the published files with their dependencies, without development dependencies and caches.
RUN npm pack --pack-destination /tmp \
    && mkdir /opt/tollgate \
    && tar -xzf /tmp/tollgate-*.tgz -C /opt/tollgate --strip-components=1 \
    && cp package-lock.json /opt/tollgate/
WORKDIR /opt/tollgate
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${BASE}
ENV NODE_ENV=production
COPY --from=build /opt/tollgate /opt/tollgate
RUN ln -s /opt/tollgate/dist/cli/main.js /usr/local/bin/tollgate \
    && mkdir /work \
    && chown node:node /work
WORKDIR /work
USER node
EXPOSE 4010
# Checks the mock on its default port. Run other commands, and mocks on other ports, with --no-healthcheck.
HEALTHCHECK --interval=5s --timeout=4s --retries=5 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_tollgate/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Runs without a shell, so that signals reach Node.
ENTRYPOINT ["tollgate"]
CMD ["mock", "--host", "0.0.0.0"]
