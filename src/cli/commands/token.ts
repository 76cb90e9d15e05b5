/** `tollgate token`: an access token for the mock. */
import type { Command } from '../command.ts';
import { textOf } from '../given.ts';

export const token: Command = {
  name: 'token',
  summary: 'print an access token for the mock',
  arguments: [],
  options: [['--merchant <name>', 'a merchant of the mock; without it the token stands for its default one']],
  examples: ['export TOLLGATE_TOKEN=$(tollgate token)', 'tollgate token --merchant several'],

  async run(given) {
    const { mintToken } = await import('../../mock/tokens.ts');

    return { code: 0, out: `${await mintToken(textOf(given, 'merchant'))}\n` };
  },
};
