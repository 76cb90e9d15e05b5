/** What Node alone can do, beside which all others are measured. */
import { fileURLToPath } from 'node:url';
import type { Contender } from './contender.ts';

const SERVER = fileURLToPath(import.meta.resolve('../bare-server.ts'));

export const bare: Contender = {
  name: 'bare node:http',
  about: 'Parses the body and writes the same JSON each time: what Node alone can do.',
  stands: ['refuses broken JSON'],
  find: async () => ({
    kind: 'found',
    version: process.versions.node,
    commandFor: ({ port, answer }) => ({ args: [SERVER, `${port}`, answer] }),
  }),
};
