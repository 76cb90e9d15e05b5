/** Access tokens for the mock: prints one, and reads how the mock verifies them. A secret may come from the environment, where no process list shows it. */
import { mintToken } from '../../src/mock/auth/verifier.ts';
import type { MockOptions } from '../../src/mock/index.ts';
import { type CommandContext, type Run, UsageError } from '../command.ts';
import { readUserFile } from '../files.ts';
import { pickMerchant, readMerchantFile } from '../merchant-file.ts';
import { toJson } from '../output.ts';
import type * as declared from './mock-commands.ts';

export const runToken: Run<typeof declared.token> = async ({ options }, { environment }) => {
  const { merchant: name, merchants: path, expiresIn } = options;
  if (name !== undefined || path !== undefined) {
    const file = path === undefined ? '; --merchants FILE names a file of your own' : '';
    const merchants = readMerchantFile(path);
    if (name !== undefined) pickMerchant(merchants, name, file);
  }
  const minted = await mintToken(name, { secret: readSecret(options, environment), expiresIn });

  return {
    code: 0,
    out: options.json
      ? toJson({ token: minted, merchant: name ?? null, expiresIn: expiresIn ?? null })
      : `${minted}\n`,
  };
};

/** At most one of `jwks` and `jwtSecret`; with neither no token is verified. */
export type TokenValues = Pick<MockOptions, 'jwks' | 'jwtSecret'>;

type TokenEnvironment = CommandContext['environment'];

/** @throws UsageError */
export function readTokenOptions(
  { jwks, jwtSecret }: { readonly jwks: string | undefined; readonly jwtSecret: string | undefined },
  environment: TokenEnvironment,
): TokenValues {
  if (jwks === undefined) return { jwtSecret: readSecret({ jwtSecret }, environment) };
  if (jwtSecret !== undefined)
    throw new UsageError('--jwt-secret and --jwks: expected one of them, got both');
  // Reports a wrong path now; the set is read with the first token.
  if (!/^(?:https?|file):/i.test(jwks)) readUserFile(jwks, '--jwks');

  return { jwks };
}

/** An empty variable is none. */
function readSecret(
  { jwtSecret }: { readonly jwtSecret: string | undefined },
  environment: TokenEnvironment,
): string | undefined {
  return jwtSecret ?? (environment['TOLLGATE_JWT_SECRET'] || undefined);
}
