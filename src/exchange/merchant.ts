/** Identifies the merchants of recorded traffic by their tokens. */
import { createHash } from 'node:crypto';
import { isJsonObject, parseJson } from '../text/json-object.ts';
import { maskText } from '../text/mask.ts';

/** Claims that change whenever a token is refreshed (RFC 7519, 4.1). */
const CHANGING: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'jti']);

const BEARER = /^\s*bearer\s+/i;

export type Claims = Readonly<Record<string, unknown>>;

/**
 * A short name for the merchant of a header `Authorization`: a hash of the claims of its JWT, or of another token.
 *
 * Tokens that differ only in `iat`, `exp`, `nbf`, `jti` and signature give the same name, also when they are masked.
 *
 * @returns undefined without a token
 */
export function merchantOf(authorization: string | undefined): string | undefined {
  const token = authorization?.replace(BEARER, '').trim();
  if (token === undefined || token === '') return undefined;
  const claims = claimsOf(token);

  return createHash('sha256')
    .update(claims === undefined ? token : stableClaims(claims))
    .digest('base64url')
    .slice(0, 12);
}

/** The claims of a signed JWT, which may stand behind `Bearer`; undefined for any other text. */
export function claimsOf(token: string): Claims | undefined {
  const parts = token.replace(BEARER, '').trim().split('.');
  if (parts.length !== 3 || !/^[\w-]+$/.test(parts[0] ?? '') || !/^[\w-]+$/.test(parts[1] ?? ''))
    return undefined;
  const claims = parseJson(Buffer.from(parts[1] ?? '', 'base64url').toString());

  return isJsonObject(claims) ? claims : undefined;
}

/** Claims that usually hold the name of a merchant and nothing else. */
const NAMING: ReadonlySet<string> = new Set([
  'merchant',
  'merchantId',
  'merchant_id',
  'merchantName',
  'merchant_name',
]);

/** Matches names, but not addresses, logins or random texts. */
const NAME = /^(?!(?=.*[a-z])(?=.*[A-Z])(?=.*\d)\S{20,}$)[\p{L}\p{N} ._&'()+-]{1,64}$/u;

/**
 * The claims that name the merchant: by their own name, or by a value that is the name of a known merchant.
 *
 * @param known names of merchants
 */
export function namingClaims(claims: Claims, known: ReadonlySet<string>): Readonly<Record<string, string>> {
  const naming: Record<string, string> = {};
  for (const [name, value] of Object.entries(claims)) {
    if (typeof value !== 'string' || CHANGING.has(name) || maskText(value) !== value) continue;
    if ((NAMING.has(name) && NAME.test(value)) || (known.has(value) && maskText(name) === name))
      naming[name] = value;
  }

  return naming;
}

/** The claims that a refreshed token keeps, as one text, in the order of their names. */
export function stableClaims(claims: Claims): string {
  const stable = Object.entries(claims).filter(([name]) => !CHANGING.has(name));

  return JSON.stringify(stable.sort(([a], [b]) => (a < b ? -1 : 1)));
}
