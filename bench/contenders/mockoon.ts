/** Mockoon's server, with rules that check the request and without any. */
import { fileURLToPath } from 'node:url';
import { findInstalled } from '../peers/installed.ts';
import type { Contender } from './contender.ts';
import type { ProbeName } from './probes.ts';

const SERVER = fileURLToPath(import.meta.resolve('../peers/mockoon.ts'));

export const mockoon = mockoonWith(
  'Mockoon, checking',
  'checking',
  'Rules for three headers and the body, by the contract’s JSON Schema, which it compiles for each request.',
  [
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
);

export const mockoonUnchecked = mockoonWith(
  'Mockoon, not checking',
  'unchecked',
  'The same route without rules.',
  [],
);

function mockoonWith(name: string, checking: string, about: string, stands: readonly ProbeName[]): Contender {
  return {
    name,
    about: `Its server without the command around it: no logs, no admin API. ${about}`,
    stands,
    async find() {
      const installed = findInstalled('@mockoon/commons-server');
      if (installed.kind === 'missing') return installed;

      return {
        kind: 'found',
        version: installed.version,
        commandFor: ({ port, answer }) => ({ args: [SERVER, `${port}`, answer, checking] }),
      };
    },
  };
}
