/** What may stand in a token's place: as it is sent, and as a shell makes it of the token, which no report may hold. */

/** The last three are tokens that nobody issued. */
export type Credential = 'own' | 'none' | 'garbled' | 'forged' | 'unsigned';

/** As many zeros as a signature with HS256 has, in base64url. */
const NO_SIGNATURE = 'A'.repeat(43);

/** `{"alg":"none","typ":"JWT"}` */
const UNSIGNED_HEADER = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0';

/** `{"alg":"HS256","typ":"JWT"}` and `{}`: what is forged where no token is known. */
const ANY = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30';

/** The token to send in place of this one; undefined sends none. */
export function credentialFrom(credential: Credential, token: string | undefined): string | undefined {
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
  }
}

/** The same as a shell reads it between double quotes; `variable` holds the token. */
export function credentialInShell(credential: Credential, variable: string | undefined): string | undefined {
  if (variable === undefined || credential === 'none' || credential === 'garbled')
    return credentialFrom(credential, undefined);
  switch (credential) {
    case 'own':
      return `$${variable}`;
    case 'forged':
      return `\${${variable}%.*}.${NO_SIGNATURE}`;
    case 'unsigned':
      return `${UNSIGNED_HEADER}.$(printf %s "$${variable}" | cut -d . -f 2).`;
  }
}

function beforeLastDot(token: string): string {
  const dot = token.lastIndexOf('.');

  return dot === -1 ? token : token.slice(0, dot);
}
