/** Mints tokens, and says which a mock accepts: any, those signed with its secret, or those signed by a key of a JWK set. */
import { createHmac } from 'node:crypto';
import type { Choices } from '../../contract/choices.ts';
import type { TokenSettings } from '../api.ts';
import { MockError } from '../mock-error.ts';
import { createKeySetSource } from './key-set.ts';
import { createVerify, readToken, type VerifyToken } from './token.ts';

/** Public: a token that is signed with it is accepted only by mocks that verify no signature. */
const PUBLIC_SECRET = 'tollgate-mock-tokens-guard-nothing';

export interface MintOptions {
  /** By default a public secret, for mocks that verify no token. */
  readonly secret?: string | undefined;
  /** In seconds from now; a negative number makes an expired token. By default the token does not expire. */
  readonly expiresIn?: number | undefined;
  /** In milliseconds since 1970; by default the time of the machine. */
  readonly now?: number | undefined;
}

/**
 * Mints a token, signed with HS256, that names a merchant.
 *
 * @param merchant by default the token names none and stands for the default merchant
 * @throws MockError `token-options` where the secret is empty or the time is not a number
 */
export function mintToken(
  merchant?: string,
  { secret = PUBLIC_SECRET, expiresIn, now: moment = Date.now() }: MintOptions = {},
): string {
  if (secret === '') {
    throw new MockError('token-options', 'secret: expected at least one character, got an empty string');
  }
  if (expiresIn !== undefined && !Number.isFinite(expiresIn)) {
    throw new MockError('token-options', `expiresIn: expected a number of seconds, got ${String(expiresIn)}`);
  }
  const now = Math.floor(moment / 1000);
  const claims = {
    ...(merchant === undefined ? {} : { merchant }),
    iat: Math.min(now, now + (expiresIn ?? 0)),
    ...(expiresIn === undefined ? {} : { exp: now + expiresIn }),
  };
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;

  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export interface TokenVerifier {
  /** Whether any well-formed token is accepted: the mock's own tokens are then no secret. */
  readonly isOpen: boolean;
  /** What is expected of a token, after "Bearer and ". */
  readonly expected: string;
  readonly verify: VerifyToken;
  /** Undefined where the mock has no key to sign with. */
  readonly mint: ((merchant: string, settings?: TokenSettings) => string) | undefined;
}

/** The options of a mock that concern tokens. */
export interface TokenOptions {
  readonly jwtSecret?: string | undefined;
  readonly jwks?: string | URL | undefined;
  readonly choices?: Choices;
}

/**
 * @param now in milliseconds since 1970, by the clock of the mock
 * @throws MockError `token-options`
 */
export function createTokenVerifier(options: TokenOptions, now: () => number): TokenVerifier {
  const { jwtSecret: secret, jwks, choices } = options;
  const mint: TokenVerifier['mint'] = (merchant, settings) =>
    mintToken(merchant, { ...(secret !== undefined && { secret }), ...settings, now: now() });
  if (secret === undefined && jwks === undefined)
    return { isOpen: true, expected: 'a JWT', verify: readToken, mint };
  const wrong = (problem: string) => new MockError('token-options', problem);
  if (secret !== undefined && jwks !== undefined)
    throw wrong('jwtSecret and jwks: expected one of them, got both');
  const option = jwks === undefined ? 'jwtSecret' : 'jwks';
  const conflict = choiceOfUnverified(choices);
  if (conflict !== undefined)
    throw wrong(
      `${option}: cannot be combined with the choice ${conflict}=take, which accepts what ${option} refuses`,
    );
  if (secret === '') throw wrong('jwtSecret: expected at least one character, got an empty string');
  const keys = secret ?? createKeySetSource(jwks ?? '');
  if (keys === undefined)
    throw wrong(
      'jwks: expected the path of a file, or an http(s) address without a name or password, got another address',
    );

  return {
    isOpen: false,
    expected:
      secret === undefined
        ? 'a JWT signed by a key of the JWK set'
        : 'a JWT signed with the secret of the mock (HS256, HS384 or HS512)',
    verify: createVerify(keys),
    mint: secret === undefined ? undefined : mint,
  };
}

/** The first choice that a mock which verifies tokens cannot make: it accepts tokens without verifying them. */
export function choiceOfUnverified(
  choices: Choices | undefined,
): 'missing-token' | 'invalid-token' | undefined {
  return (['missing-token', 'invalid-token'] as const).find((name) => choices?.[name] === 'take');
}
