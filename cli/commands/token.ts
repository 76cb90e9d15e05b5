/** `tollgate token`: an access token for the mock. */
import { readDuration } from '../../src/text/duration.ts';
import { command, UsageError } from '../command.ts';
import { JSON_OPTION, toJson } from '../json.ts';
import { text } from '../options.ts';

export const token = command({
  name: 'token',
  summary: 'print an access token for the mock',
  arguments: [],
  options: {
    merchant: text('<name>', 'merchant of the mock (default its first)'),
    merchants: text('<file>', 'merchant file (YAML); otherwise the shipped one'),
    jwtSecret: text('<secret>', 'sign with this secret (or TOLLGATE_JWT_SECRET)'),
    expiresIn: text('<time>', 'such as 90s, 15m, 1h, 30d or -1h (default never)', undefined, readExpiry),
    json: JSON_OPTION,
  },
  json: '`token`, `merchant`, `expiresIn` (seconds)',
  examples: [
    'export TOLLGATE_TOKEN=$(tollgate token)',
    'tollgate token --merchant several',
    'tollgate token --merchant corner-shop --merchants merchants.yaml --expires-in 1h',
  ],

  async run({ options }, { environment }) {
    const { merchant: name, merchants: path, expiresIn } = options;
    const [{ mintToken }, { pickMerchant, readMerchantFile }, { readSecret }] = await Promise.all([
      import('../../src/mock/auth/verifier.ts'),
      import('../merchant-file.ts'),
      import('../token-options.ts'),
    ]);
    if (name !== undefined || path !== undefined) {
      const file = path === undefined ? '; --merchants FILE names a file of your own' : '';
      const merchants = readMerchantFile(path);
      if (name !== undefined) pickMerchant(merchants, name, file);
    }
    const minted = await mintToken(name, { secret: readSecret(options, { environment }), expiresIn });

    return {
      code: 0,
      out: options.json ? toJson({ token: minted, merchant: name, expiresIn }) : `${minted}\n`,
    };
  },
});

/** In seconds. @throws UsageError */
function readExpiry(typed: string, flag: string): number {
  const milliseconds = readDuration(typed);
  if (milliseconds !== undefined) return milliseconds / 1000;
  throw new UsageError(`${flag}: expected a time such as 90s, 15m, 1h or 30d, got ${typed}`);
}
