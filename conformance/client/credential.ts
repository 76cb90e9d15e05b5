/** What may stand in a token's place: as it is sent, and as a shell makes it of the token, which no report may hold. */
import { readObject } from '../json-object.ts';

/**
 * All but the first two are tokens that nobody issued. `expired` and `extended` are the token with another expiry and
 * its old signature: who verifies signatures refuses both. The last two are tokens of the deployment file.
 */
export type Credential =
  | 'own'
  | 'none'
  | 'garbled'
  | 'forged'
  | 'unsigned'
  | 'expired'
  | 'extended'
  | 'given-expired'
  | 'given-foreign';

/** Other tokens from the deployment file: `foreign`, signed by another issuer, must be refused; `expired` is only observed. */
export interface UnusableTokens {
  readonly expired?: string;
  readonly foreign?: string;
}

/** As many zeros as a signature with HS256 has, in base64url. */
const NO_SIGNATURE = 'A'.repeat(43);

/** `{"alg":"none","typ":"JWT"}` */
const UNSIGNED_HEADER = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0';

/** `{"alg":"HS256","typ":"JWT"}` and `{}`: what is forged where no token is known. */
const ANY = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30';

/** Seconds since 1970: the beginning of the years 2000 and 2100. */
const EXPIRED = 946_684_800;
const EXTENDED = 4_102_444_800;

/** The token to send in place of this one; undefined sends none. */
export function credentialFrom(
  credential: Credential,
  token: string | undefined,
  unusable: UnusableTokens = {},
): string | undefined {
  const parts = (token ?? ANY).split('.');
  switch (credential) {
    case 'own':
      return token;
    case 'none':
      return undefined;
    case 'garbled':
      return 'garbled';
    case 'forged':
      return `${token === undefined ? ANY : beforeLastDot(token)}.${NO_SIGNATURE}`;
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

/** The JWT with another `exp`; undefined where it is no JWT. */
function expiringAt(exp: number, [header, payload = '', signature, ...more]: readonly string[]) {
  if (signature === undefined || more.length > 0) return undefined;
  const claims = readObject(Buffer.from(payload, 'base64url').toString());

  return claims === undefined
    ? undefined
    : `${header}.${Buffer.from(JSON.stringify({ ...claims, exp })).toString('base64url')}.${signature}`;
}

/** The shell variables of the deployment file's other tokens. */
export const UNUSABLE_VARIABLES = {
  expired: 'TOLLGATE_TOKEN_EXPIRED',
  foreign: 'TOLLGATE_TOKEN_FOREIGN',
} as const;

/** The same as a shell reads it between double quotes; `variable` holds the token. */
export function credentialInShell(credential: Credential, variable: string | undefined): string | undefined {
  if (credential === 'given-expired') return `$${UNUSABLE_VARIABLES.expired}`;
  if (credential === 'given-foreign') return `$${UNUSABLE_VARIABLES.foreign}`;
  if (variable === undefined || credential === 'none' || credential === 'garbled')
    return credentialFrom(credential, undefined);
  switch (credential) {
    case 'own':
      return `$${variable}`;
    case 'forged':
      return `\${${variable}%.*}.${NO_SIGNATURE}`;
    case 'unsigned':
      return `${UNSIGNED_HEADER}.$(printf %s "$${variable}" | cut -d . -f 2).`;
    case 'expired':
    case 'extended':
      // No shell makes these by itself, and no failure is shown with one.
      return `$${variable}_${credential.toUpperCase()}`;
  }
}

function beforeLastDot(token: string): string {
  const dot = token.lastIndexOf('.');

  return dot === -1 ? token : token.slice(0, dot);
}
