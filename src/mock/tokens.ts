/** The only file that knows jose: access tokens (document 5), and the claim by which one names its merchant. */

import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { decodeJwt } from 'jose/jwt/decode';
import { SignJWT } from 'jose/jwt/sign';

/** Public on purpose: these tokens open nothing but a mock. */
const SECRET = new TextEncoder().encode('tollgate-mock-tokens-guard-nothing');

/** Makes a token, signed with HS256, that names a merchant; without one it stands for the default merchant. */
export function mintToken(merchant?: string): Promise<string> {
  return new SignJWT(merchant === undefined ? {} : { merchant })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .sign(SECRET);
}

export type ReadToken =
  | { readonly kind: 'token'; readonly merchant: string | undefined }
  | { readonly kind: 'malformed' };

/** Reads the merchant that a token names, if any. Signature and expiry are not looked at. */
export function readToken(token: string): ReadToken {
  try {
    decodeProtectedHeader(token);
    const { merchant } = decodeJwt(token);

    return merchant === undefined || typeof merchant === 'string'
      ? { kind: 'token', merchant }
      : { kind: 'malformed' };
  } catch {
    return { kind: 'malformed' };
  }
}
