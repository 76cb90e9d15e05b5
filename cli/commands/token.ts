/** `tollgate token`: an access token for the mock. */
import { readDuration } from '../../src/text/duration.ts';
import { type Command, UsageError } from '../command.ts';
import { textOption } from '../parse-options.ts';

export const token: Command = {
  name: 'token',
  summary: 'print an access token for the mock',
  arguments: [],
  options: [
    ['--merchant <name>', 'merchant of the mock (default its first)'],
    ['--merchants <file>', 'merchant file (YAML); otherwise the shipped one'],
    ['--jwt-secret <secret>', 'sign with this secret (or TOLLGATE_JWT_SECRET)'],
    ['--expires-in <time>', 'such as 90s, 15m, 1h, 30d or -1h (default never)'],
  ],
  examples: [
    'export TOLLGATE_TOKEN=$(tollgate token)',
    'tollgate token --merchant several',
    'tollgate token --merchant corner-shop --merchants merchants.yaml --expires-in 1h',
  ],

  async run(input, { environment }) {
    const expiresIn = readExpiry(textOption(input, 'expiresIn'));
    const [{ mintToken }, { pickMerchant, readMerchantFile }, { readSecret }] = await Promise.all([
      import('../../src/mock/auth/token.ts'),
      import('../merchant-file.ts'),
      import('../token-options.ts'),
    ]);
    const [name, path] = [textOption(input, 'merchant'), textOption(input, 'merchants')];
    if (name !== undefined || path !== undefined) {
      const file = path === undefined ? '; --merchants FILE names a file of your own' : '';
      const merchants = readMerchantFile(path);
      if (name !== undefined) pickMerchant(merchants, name, file);
    }
    const minted = await mintToken(name, { secret: readSecret(input, { environment }), expiresIn });

    return { code: 0, out: `${minted}\n` };
  },
};

/** In seconds. @throws UsageError */
function readExpiry(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const milliseconds = readDuration(text);
  if (milliseconds !== undefined) return milliseconds / 1000;
  throw new UsageError(`--expires-in: expected a time such as 90s, 15m, 1h or 30d, got ${text}`);
}
