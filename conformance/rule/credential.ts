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
  | 'forged'
  | 'unsigned'
  | 'cut'
  | 'expired'
  | 'extended'
  | 'given-expired'
  | 'given-foreign';

/** Calls with a wrong token in a run. */
export const MAX_WRONG_TOKENS = 5;

/** Those that contain most of the token. */
export const DERIVED_CREDENTIALS = ['forged', 'unsigned', 'cut', 'expired', 'extended'] as const;

/** The length of an HS256 signature in base64url, all zeros. */
const NO_SIGNATURE = 'A'.repeat(43);

/** `{"alg":"none","typ":"JWT"}` */
const UNSIGNED_HEADER = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0';

/** `{"alg":"HS256","typ":"JWT"}` and `{}`, used without a token. */
const EMPTY_JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30';

/** Unix time of the start of 2000 and of 2100. */
const EXPIRED = 946_684_800;
const EXTENDED = 4_102_444_800;

/** Returns the token to send in place of `token`; undefined for none. */
export function credentialFrom(
  credential: Credential,
  token: string | undefined,
  unusable: UnusableTokens = {},
): string | undefined {
  const parts = (token ?? EMPTY_JWT).split('.');
  switch (credential) {
    case 'own':
      return token;
    case 'none':
      return undefined;
    case 'empty':
      return '';
    case 'garbled':
      return 'garbled';
    case 'cut':
      return (token ?? EMPTY_JWT).slice(0, -4);
    case 'forged':
      return `${token === undefined ? EMPTY_JWT : beforeLastDot(token)}.${NO_SIGNATURE}`;
    case 'unsigned':
      return `${UNSIGNED_HEADER}.${parts[1] ?? parts[0]}.`;
    case 'expired':
      return expiringAt(EXPIRED, parts);
    case 'extended':
      return expiringAt(EXTENDED, parts);
    case 'given-expired':
      return unusable.expired;
    case 'given-foreign':
      return unusable.foreign;
  }
}

/** The JWT with another `exp`; undefined unless it is a JWT. */
function expiringAt(exp: number, [header, payload = '', signature, ...more]: readonly string[]) {
  if (signature === undefined || more.length > 0) return undefined;
  const claims = parseJsonObject(Buffer.from(payload, 'base64url').toString());

  return claims === undefined
    ? undefined
    : `${header}.${Buffer.from(JSON.stringify({ ...claims, exp })).toString('base64url')}.${signature}`;
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
  if (variable === undefined || credential === 'none' || credential === 'empty' || credential === 'garbled')
    return credentialFrom(credential, undefined);
  switch (credential) {
    case 'own':
      return `$${variable}`;
    case 'cut':
      return `\${${variable}%????}`;
    case 'forged':
      return `\${${variable}%.*}.${NO_SIGNATURE}`;
    case 'unsigned':
      return `${UNSIGNED_HEADER}.$(printf %s "$${variable}" | cut -d . -f 2).`;
    case 'expired':
    case 'extended':
      // A shell cannot derive these; no counterexample shows one.
      return `$${variable}_${credential.toUpperCase()}`;
  }
}

function beforeLastDot(token: string): string {
  const dot = token.lastIndexOf('.');

  return dot === -1 ? token : token.slice(0, dot);
}
