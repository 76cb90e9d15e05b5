/** Stock Prism, which serves the contract with no word of configuration. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Contender } from './contender.ts';

const CLI = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));

export const prism: Contender = {
  name: 'Prism',
  about: 'prism mock openapi.yaml, one process.',
  stands: [
    'refuses a call without a token',
    'refuses a call without X-Requested-With',
    'refuses another media type',
    'refuses broken JSON',
    'refuses a call without an amount',
    'refuses an amount that is a string',
    'refuses 5 digits of a card',
    'refuses 9 digits of a card',
    'refuses letters in a nicn',
  ],
  find: async () => ({
    kind: 'found',
    version: JSON.parse(
      readFileSync(new URL('../package.json', import.meta.resolve('@stoplight/prism-cli')), 'utf8'),
    ).version,
    commandFor: ({ port }) => ({
      args: [CLI, 'mock', 'openapi.yaml', '-p', `${port}`, '--multiprocess=false'],
    }),
  }),
};
