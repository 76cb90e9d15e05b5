/** What was typed about who vouches for tokens. A secret may come from the environment, where no process list shows it. */
import type { MockOptions } from '../mock/index.ts';
import { type Given, UsageError, type World } from './command.ts';
import { readNamed } from './files.ts';
import { textOf } from './given.ts';

/** At most one of them; with neither no token is verified. */
export type Vouching = Pick<MockOptions, 'jwks' | 'askForKeys'> & { readonly jwtSecret?: string | undefined };

/** @throws UsageError */
export async function readVouching(given: Given, world: Pick<World, 'environment'>): Promise<Vouching> {
  const jwks = textOf(given, 'jwks');
  if (jwks === undefined) return { jwtSecret: readSecret(given, world) };
  if (textOf(given, 'jwtSecret') !== undefined) {
    throw new UsageError('--jwt-secret and --jwks: expected one of them, got both');
  }
  // Only so that a path with a slip is noticed now: the set is read when the first token comes.
  if (!/^(?:https?|file):/i.test(jwks)) readNamed(jwks, '--jwks');

  return { jwks, askForKeys: await askerByProxy(jwks, world) };
}

/** Undefined where there is no proxy on the way. @throws DeploymentError where a variable names none that can be used */
async function askerByProxy(jwks: string, { environment }: Pick<World, 'environment'>) {
  if (!/^https?:/i.test(jwks) || !URL.canParse(jwks)) return undefined;
  const { selectRoute } = await import('../../conformance/deployment/proxy-route.ts');
  const route = selectRoute(new URL(jwks), environment);
  if (route.kind !== 'by-proxy') return undefined;
  const { askForKeysBy } = await import('./ask-for-keys.ts');

  return askForKeysBy(route);
}

/** @throws UsageError */
export function readSecret(given: Given, { environment }: Pick<World, 'environment'>): string | undefined {
  const secret = textOf(given, 'jwtSecret');
  if (secret === '') throw new UsageError('--jwt-secret: expected at least one character, got an empty text');

  return secret ?? (environment['TOLLGATE_JWT_SECRET'] || undefined);
}
