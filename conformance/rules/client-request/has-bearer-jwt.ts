/** Every call has the header Authorization with a JWT. */
import type { ClientRule } from '../../rule/client-rule.ts';
import { CLIENT_HOLDS, clientViolation, LEFT_OUT } from '../../rule/client-rule.ts';

export const hasBearerJwt: ClientRule = {
  id: 'client-request/has-bearer-jwt',
  section: '5',
  level: 'must',
  title: 'every fee call and every sale has the header Authorization: Bearer with a JWT',
  fix: 'Send Authorization: Bearer TOKEN on both operations, where TOKEN is the JWT alone: without quotes, and neither empty nor undefined.',
  example: { wrong: 'Authorization: Basic bWU6c2VjcmV0', right: 'Authorization: Bearer eyJhbGciOi…' },

  observe(exchange, { source, mayLeaveOut, tokens }) {
    const { authorization } = exchange.request.headers;
    if (source === 'recording') {
      const isAbsent = authorization === undefined;
      // A recorder leaves the header out of all requests, or of none.
      if (isAbsent && tokens.areRecorded) return clientViolation(EXPECTED, 'no such header');
      if (!isAbsent && !tokens.areRecorded && tokens.firstWithout !== undefined)
        return clientViolation(EXPECTED, 'an earlier call without such a header', [tokens.firstWithout]);
      if (isAbsent) return undefined;
    }
    if (authorization !== undefined && USUAL.test(authorization)) return CLIENT_HOLDS;
    const token = /^\s*bearer\s+(\S.*)$/i.exec(authorization ?? '')?.[1]?.trim();
    if (token !== undefined && isJwt(token)) return CLIENT_HOLDS;
    const isOther = OTHER_SCHEME.test(authorization ?? '');
    if (mayLeaveOut() && !isOther && !isUnmasked(token)) return LEFT_OUT;

    return clientViolation(EXPECTED, describe(authorization, token));
  },
};

const EXPECTED = 'the header Authorization: Bearer with a JWT';

/** The form in which nearly all clients send a signed token. */
const USUAL = /^Bearer eyJ[\w-]*\.[\w-]+\.[\w-]+$/;

/** No recorder writes another scheme instead of a token. */
const OTHER_SCHEME = /^\s*(?:basic|digest|negotiate|apikey)\s+[\w+/=]{4}/i;

/** Signed (RFC 7515) in three parts, or encrypted (RFC 7516) in five; the first is a JSON object. */
const COMPACT = /^([\w-]+=*)\.[\w-]*=*\.[\w-]*=*(?:\.[\w-]*=*\.[\w-]*=*)?$/;

function isJwt(token: string): boolean {
  const header = COMPACT.exec(token)?.[1];
  if (header === undefined) return false;
  // The beginning of a JSON object without spaces.
  if (header.startsWith('eyJ')) return true;

  return Buffer.from(header, 'base64url').toString().trimStart().startsWith('{');
}

/** Whether no recorder has replaced the token. */
function isUnmasked(token: string | undefined): boolean {
  return (
    token !== undefined &&
    /^[\w.~+/-]{20,}=*$/.test(token) &&
    !/redact|mask|hidden|remov|secret|token|filter|xxx|\.\.\./i.test(token)
  );
}

/** Without the value, which may be a credential. */
function describe(authorization: string | undefined, token: string | undefined): string {
  if (authorization === undefined) return 'no such header';
  if (token === undefined) return /^\s*bearer\s*$/i.test(authorization) ? 'no token' : 'another scheme';
  const parts = token.split('.').length;

  return parts === 1 ? 'a token that is not a JWT' : `a token of ${parts} parts, which is not a JWT`;
}
