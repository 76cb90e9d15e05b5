/** The servers that are measured side by side, in the order of the rows: how each is set up, and what it checks. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findInstalled } from '../peers/installed.ts';
import type { Contender } from './contender.ts';
import { PROBES, type ProbeName } from './probes.ts';
import { wiremock } from './wiremock.ts';

const BARE = fileURLToPath(import.meta.resolve('../bare-server.ts'));
const OPENAPI_BACKEND = fileURLToPath(import.meta.resolve('../peers/openapi-backend.ts'));
const PRISM = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));

/** What a schema alone refuses. */
const BY_SCHEMA: readonly ProbeName[] = [
  'refuses broken JSON',
  'refuses a call without an amount',
  'refuses an amount that is a string',
  'refuses 5 digits of a card',
  'refuses 9 digits of a card',
  'refuses letters in a nicn',
];

const tollgate: Contender = {
  name: 'tollgate mock',
  about: 'Ready with its shipped merchants. Keeps every transaction.',
  stands: PROBES.map((probe) => probe.name),
  find: async () => ({
    kind: 'found',
    version: versionIn(new URL('../../package.json', import.meta.url)),
    commandFor: ({ port }) => ({ args: ['src/cli/tollgate.js', 'mock', '--port', `${port}`, '--quiet'] }),
  }),
};

/** What Node alone can do, beside which all others are measured. */
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

/** Stock, with no word of configuration. */
const prism: Contender = {
  name: 'Prism',
  about: 'prism mock openapi.yaml, one process.',
  stands: [
    'refuses a call without a token',
    'refuses a call without X-Requested-With',
    'refuses another media type',
    ...BY_SCHEMA,
  ],
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
