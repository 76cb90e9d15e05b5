/** The mock itself, as it comes. */
import { readFileSync } from 'node:fs';
import type { Contender } from './contender.ts';
import { PROBES } from './probes.ts';

export const tollgate: Contender = {
  name: 'tollgate mock',
  about: 'Ready with its shipped merchants. Keeps every transaction.',
  stands: PROBES.map((probe) => probe.name),
  find: async () => ({
    kind: 'found',
    version: JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version,
    commandFor: ({ port }) => ({ args: ['src/cli/main.ts', 'mock', '--port', `${port}`, '--quiet'] }),
  }),
};
