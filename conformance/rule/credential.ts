/** Derives invalid credentials from a token: as text to send, and as a shell expression for reports. */
import { parseJsonObject } from '../../src/text/json-object.ts';
import type { UnusableTokens } from '../deployment/deployment.ts';

/**
 * `empty` to `extended` are invalid: `cut` lacks the end, `expired` and `extended` have another expiry under the old signature.
 * `given-expired` and `given-foreign` are the tokens of the deployment file.
 */
export type Credential =
  | 'own'
  | 'none'
  | 'empty'
  | 'garbled'
  | keyof typeof DERIVED
  | 'given-expired'
  | 'given-foreign';

/** Calls with a wrong token in a run. */
export const MAX_WRONG_TOKENS = 5;

/** The length of an HS256 signature in base64url, all zeros. */
const NO_SIGNATURE = 'A'.repeat(43);

/** `{"alg":"none","typ":"JWT"}` */
const UNSIGNED_HEADER = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0';

/** `{"alg":"HS256","typ":"JWT"}` and `{}`, used without a token. */
const EMPTY_JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30';

interface Derivation {
  /** Returns the token to send in place of another one; undefined for none. */
  readonly from: (token: string | undefined) => string | undefined;
  /** The same as a shell expression, of a variable that has the token. */
  readonly inShell: (variable: string) => string;
}

/** Those that contain most of the token. A shell cannot derive those with another expiry; no counterexample shows one. */
const DERIVED = {
  forged: {
    from: (token) => `${token === undefined ? EMPTY_JWT : token.replace(/\.[^.]*$/, '')}.${NO_SIGNATURE}`,
    inShell: (variable) => `\${${variable}%.*}.${NO_SIGNATURE}`,
  },
  unsigned: {
    from(token = EMPTY_JWT) {
      const [first, second = first] = token.split('.');

      return `${UNSIGNED_HEADER}.${second}.`;
    },
    inShell: (variable) => `${UNSIGNED_HEADER}.$(printf %s "$${variable}" | cut -d . -f 2).`,
  },
  cut: {
    from: (token = EMPTY_JWT) => token.slice(0, -4),
    inShell: (variable) => `\${${variable}%????}`,
  },
  // The start of 2000 and of 2100.
  expired: { from: expiringAt(946_684_800), inShell: (variable) => `$${variable}_EXPIRED` },
  extended: { from: expiringAt(4_102_444_800), inShell: (variable) => `$${variable}_EXTENDED` },
} as const satisfies Record<string, Derivation>;

export const DERIVED_CREDENTIALS = Object.keys(DERIVED) as readonly (keyof typeof DERIVED)[];

/** Returns the token to send in place of `token`; undefined for none. */
export function credentialFrom(
  credential: Credential,
  token: string | undefined,
  { expired, foreign }: UnusableTokens = {},
): string | undefined {
  const fixed = {
    ...{ own: token, none: undefined, empty: '', garbled: 'garbled' },
    ...{ 'given-expired': expired, 'given-foreign': foreign },
  };

  return credential in DERIVED
    ? DERIVED[credential as keyof typeof DERIVED].from(token)
    : fixed[credential as keyof typeof fixed];
}

/** The JWT with another `exp`, in Unix time; undefined unless it is a JWT. */
function expiringAt(exp: number): Derivation['from'] {
  return (token = '') => {
    const [header, payload = '', signature, ...more] = token.split('.');
    if (signature === undefined || more.length > 0) return undefined;
    const claims = parseJsonObject(Buffer.from(payload, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, exp })).toString('base64url');

    return claims && `${header}.${changed}.${signature}`;
  };
}

/** Names the shell variables for the tokens of the deployment file. */
export const UNUSABLE_VARIABLES = {
  expired: 'TOLLGATE_TOKEN_EXPIRED',
  foreign: 'TOLLGATE_TOKEN_FOREIGN',
} as const;

/** A credential as a shell expression within double quotes; `variable` has the token. */
export function credentialInShell(credential: Credential, variable: string | undefined): string | undefined {
  if (credential === 'given-expired') return `$${UNUSABLE_VARIABLES.expired}`;
  if (credential === 'given-foreign') return `$${UNUSABLE_VARIABLES.foreign}`;
  if (variable === undefined) return credentialFrom(credential, undefined);
  if (credential === 'own') return `$${variable}`;

  return credential in DERIVED
    ? DERIVED[credential as keyof typeof DERIVED].inShell(variable)
    : credentialFrom(credential, undefined);
}
