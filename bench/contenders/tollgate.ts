/** The mock itself, as it comes and with a bound to what it keeps. */
import { readFileSync } from 'node:fs';
import type { Contender } from './contender.ts';
import { PROBES } from './probes.ts';

export const tollgate = mockWith('tollgate mock', [], 'Keeps every transaction.');

export const tollgateRetaining = mockWith(
  'tollgate mock --retain 10000',
  ['--retain', '10000'],
  'Keeps the last 10,000 transactions.',
);

function mockWith(name: string, options: readonly string[], about: string): Contender {
  return {
    name,
    about: `Ready with its shipped merchants. ${about}`,
    stands: PROBES.map((probe) => probe.name),
    find: async () => ({
      kind: 'found',
      version: JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version,
      commandFor: ({ port }) => ({
        args: ['src/cli/main.ts', 'mock', '--port', `${port}`, '--quiet', ...options],
      }),
    }),
  };
}
