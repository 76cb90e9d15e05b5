/** Reads --jwt-secret and --jwks. A secret may come from the environment, where no process list shows it. */
import type { MockOptions } from '../src/mock/index.ts';
import { type CommandContext, UsageError } from './command.ts';
import { readUserFile } from './files.ts';

/** At most one of them; with neither no token is verified. */
export type TokenValues = Pick<MockOptions, 'jwks' | 'askForKeys'> & {
  readonly jwtSecret?: string | undefined;
};

/** @throws UsageError */
export async function readTokenOptions(
  { jwks, jwtSecret }: { readonly jwks: string | undefined; readonly jwtSecret: string | undefined },
  context: Pick<CommandContext, 'environment'>,
): Promise<TokenValues> {
  if (jwks === undefined) return { jwtSecret: readSecret({ jwtSecret }, context) };
  if (jwtSecret !== undefined) {
    throw new UsageError('--jwt-secret and --jwks: expected one of them, got both');
  }
  // Reports a wrong path now; the set is read with the first token.
  if (!/^(?:https?|file):/i.test(jwks)) readUserFile(jwks, '--jwks');

  return { jwks, askForKeys: await keyFetcherByProxy(jwks, context) };
}

/** Undefined without a proxy. @throws DeploymentError where a variable names a proxy that cannot be used */
async function keyFetcherByProxy(jwks: string, { environment }: Pick<CommandContext, 'environment'>) {
  if (!/^https?:/i.test(jwks) || !URL.canParse(jwks)) return undefined;
  const { selectRoute } = await import('../conformance/deployment/connection.ts');
  const route = selectRoute(new URL(jwks), environment);
  if (route.kind !== 'by-proxy') return undefined;
  const { fetchKeysBy } = await import('./fetch-keys.ts');

  return fetchKeysBy(route);
}

/** @throws UsageError */
export function readSecret(
  { jwtSecret: secret }: { readonly jwtSecret: string | undefined },
  { environment }: Pick<CommandContext, 'environment'>,
): string | undefined {
  if (secret === '') throw new UsageError('--jwt-secret: expected at least one character, got an empty text');

  return secret ?? (environment['TOLLGATE_JWT_SECRET'] || undefined);
}
