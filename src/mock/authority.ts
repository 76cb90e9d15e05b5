/** Who vouches for the tokens of a mock: nobody, whoever has the secret, or whoever has a key of a JWK set. */
import type { Clock } from './clock.ts';
import { createKeySource, type KeySource } from './key-source.ts';
import { MockError } from './mock-error.ts';
import type { MockOptions } from './options.ts';
import { createVerify, mintToken, type ReadAnyToken, readToken } from './tokens.ts';

export interface Authority {
  /** Whether anybody's token is taken, so that one opens nothing and may be shown to all. */
  readonly isOpen: boolean;
  /** What is expected of a token, after "Bearer and ". */
  readonly expected: string;
  readonly read: ReadAnyToken;
  /** Undefined where the mock has no key to sign with. */
  readonly mint: ((merchant: string) => Promise<string>) | undefined;
}

/**
 * @param now what time it is for the mock
 * @throws MockError `token-options`
 */
export function createAuthority(
  options: Pick<MockOptions, 'jwtSecret' | 'jwks' | 'askForKeys' | 'choices'>,
  now: Clock['now'],
): Authority {
  const { jwtSecret, jwks, askForKeys, choices } = options;
  if (jwtSecret !== undefined && jwks !== undefined) {
    throw new MockError('token-options', 'jwtSecret and jwks: expected one of them, got both');
  }
  const taking = (['missing-token', 'invalid-token'] as const).find((name) => choices?.[name] === 'take');
  if (taking !== undefined && (jwtSecret !== undefined || jwks !== undefined)) {
    throw new MockError(
      'token-options',
      `${jwks === undefined ? 'jwtSecret' : 'jwks'}: expected no choice ${taking}=take beside it, which takes what it refuses`,
    );
  }
  if (jwtSecret !== undefined) return bySecret(jwtSecret, now);
  if (jwks !== undefined) return byKeySet(createKeySource(jwks, now, askForKeys));

  return {
    isOpen: true,
    expected: 'a JWT',
    read: readToken,
    mint: (merchant) => mintToken(merchant, { now: now() }),
  };
}

function bySecret(secret: string, now: Clock['now']): Authority {
  if (secret === '') {
    throw new MockError('token-options', 'jwtSecret: expected at least one character, got an empty text');
  }

  return {
    isOpen: false,
    expected: 'a JWT signed with the secret of the mock (HS256, HS384 or HS512)',
    read: createVerify({ kind: 'secret', secret }),
    mint: (merchant) => mintToken(merchant, { secret, now: now() }),
  };
}

function byKeySet(source: KeySource | undefined): Authority {
  if (source === undefined) {
    throw new MockError(
      'token-options',
      'jwks: expected the path of a file, or an http(s) address without a name or password, got another address',
    );
  }

  return {
    isOpen: false,
    expected: 'a JWT signed by a key of the JWK set',
    read: createVerify({ kind: 'key-set', source }),
    mint: undefined,
  };
}
