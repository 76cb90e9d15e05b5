/** Which tokens a mock accepts: any, those signed with its secret, or those signed by a key of a JWK set. */
import type { Choices } from '../../contract/choices.ts';
import type { TokenSettings } from '../api.ts';
import { MockError } from '../mock-error.ts';
import { type AskForKeys, createKeySetSource } from './key-set.ts';
import { createVerify, mintToken, readToken, type VerifyToken } from './token.ts';

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
  readonly askForKeys?: AskForKeys | undefined;
  readonly choices?: Choices;
}

/**
 * @param now in milliseconds since 1970, by the clock of the mock
 * @throws MockError `token-options`
 */
export function createTokenVerifier(options: TokenOptions, now: () => number): TokenVerifier {
  const { jwtSecret: secret, jwks, askForKeys, choices } = options;
  const wrong = (problem: string) => new MockError('token-options', problem);
  if (secret === undefined && jwks === undefined)
    return {
      isOpen: true,
      expected: 'a JWT',
      verify: readToken,
      mint: (merchant, settings) => mintToken(merchant, { ...settings, now: now() }),
    };
  if (secret !== undefined && jwks !== undefined)
    throw wrong('jwtSecret and jwks: expected one of them, got both');
  const option = jwks === undefined ? 'jwtSecret' : 'jwks';
  const conflict = choiceOfUnverified(choices);
  if (conflict !== undefined)
    throw wrong(
      `${option}: cannot be combined with the choice ${conflict}=take, which accepts what ${option} refuses`,
    );
  if (secret === '') throw wrong('jwtSecret: expected at least one character, got an empty string');
  if (secret !== undefined)
    return {
      isOpen: false,
      expected: 'a JWT signed with the secret of the mock (HS256, HS384 or HS512)',
      verify: createVerify(secret),
      mint: (merchant, settings) => mintToken(merchant, { secret, ...settings, now: now() }),
    };
  const source = createKeySetSource(jwks ?? '', now, askForKeys);
  if (source === undefined)
    throw wrong(
      'jwks: expected the path of a file, or an http(s) address without a name or password, got another address',
    );

  return {
    isOpen: false,
    expected: 'a JWT signed by a key of the JWK set',
    verify: createVerify(source),
    mint: undefined,
  };
}

/** The first choice that a mock which verifies tokens cannot make: it accepts tokens without verifying them. */
export function choiceOfUnverified(
  choices: Choices | undefined,
): 'missing-token' | 'invalid-token' | undefined {
  return (['missing-token', 'invalid-token'] as const).find((name) => choices?.[name] === 'take');
}
