/** The servers to compare, in the order of the rows. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findInstalled } from '../peers/installed.ts';
import type { Contender } from './contender.ts';
import { BY_CONTRACT, BY_SCHEMA, PROBES } from './probes.ts';
import { wiremock } from './wiremock.ts';

const BARE = fileURLToPath(import.meta.resolve('../bare-server.ts'));
const OPENAPI_BACKEND = fileURLToPath(import.meta.resolve('../peers/openapi-backend.ts'));
const PRISM = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));

const tollgate: Contender = {
  name: 'tollgate mock',
  about: 'Ready with its shipped merchants. Keeps every transaction.',
  stands: PROBES.map((probe) => probe.name),
  find: async () => ({
    kind: 'found',
    version: versionIn(new URL('../../package.json', import.meta.url)),
    commandFor: ({ port }) => ({ args: ['cli/tollgate.js', 'mock', '--port', `${port}`, '--quiet'] }),
  }),
};

/** What Node alone can do: the baseline for all others. */
const bare: Contender = {
  name: 'bare node:http',
  about: 'Parses the body and writes the same JSON each time: what Node alone can do.',
  stands: ['refuses broken JSON'],
  find: async () => ({
    kind: 'found',
    version: process.versions.node,
    commandFor: ({ port, answer }) => ({ args: [BARE, `${port}`, answer] }),
  }),
};

const openapiBackend: Contender = {
  name: 'openapi-backend',
  about:
    'On node:http, with ajv, a handler for the bearer scheme, and its mock of the contract as the answer.',
  stands: ['refuses a call without a token', 'refuses a call without X-Requested-With', ...BY_SCHEMA],
  async find() {
    const installed = findInstalled('openapi-backend');
    if (installed.kind === 'missing') return installed;
    const { version } = installed;

    return {
      kind: 'found',
      version,
      commandFor: ({ port }) => ({ args: [OPENAPI_BACKEND, `${port}`] }),
    };
  },
};

/** Stock, without configuration. */
const prism: Contender = {
  name: 'Prism',
  about: 'prism mock openapi.yaml, one process.',
  stands: BY_CONTRACT,
  find: async () => ({
    kind: 'found',
    version: versionIn(new URL('../package.json', import.meta.resolve('@stoplight/prism-cli'))),
    commandFor: ({ port }) => ({
      args: [PRISM, 'mock', 'openapi.yaml', '-p', `${port}`, '--multiprocess=false'],
    }),
  }),
};

export const CONTENDERS: readonly Contender[] = [tollgate, bare, openapiBackend, wiremock, prism];

function versionIn(manifest: URL): string {
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}
