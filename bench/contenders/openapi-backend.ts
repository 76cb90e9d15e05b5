/** openapi-backend: a request validated by the contract, an answer from its examples. */
import { fileURLToPath } from 'node:url';
import { findInstalled } from '../peers/installed.ts';
import type { Contender } from './contender.ts';

const SERVER = fileURLToPath(import.meta.resolve('../peers/openapi-backend.ts'));

export const openapiBackend: Contender = {
  name: 'openapi-backend',
  about:
    'On node:http, with ajv, a handler for the bearer scheme, and its mock of the contract as the answer.',
  stands: [
    'refuses a call without a token',
    'refuses a call without X-Requested-With',
    'refuses broken JSON',
    'refuses a call without an amount',
    'refuses an amount that is a string',
    'refuses 5 digits of a card',
    'refuses 9 digits of a card',
    'refuses letters in a nicn',
  ],
  async find() {
    const installed = findInstalled('openapi-backend');
    if (installed.kind === 'missing') return installed;

    return {
      kind: 'found',
      version: installed.version,
      commandFor: ({ port }) => ({ args: [SERVER, `${port}`] }),
    };
  },
};
