/** The rules on a request as a message: method, headers, address, and a body that is one JSON object. */

import { REQUIRED_HEADERS } from '../../../src/contract/operations.ts';
import type { Call } from '../../../src/exchange/call.ts';
import { splitUrl } from '../../../src/exchange/exchange.ts';
import { describeValue } from '../../../src/text/describe.ts';
import { parseJson } from '../../../src/text/json-object.ts';
import { remember } from '../../../src/text/remember.ts';
import {
  CLIENT_HOLDS,
  type ClientHistory,
  clientRule,
  clientViolation,
  LEFT_OUT,
} from '../../rule/client-rule.ts';

export const isJsonPost = clientRule({
  id: 'client-request/is-json-post',
  section: '4, 5',
  title: 'every call is a POST with Content-Type application/json and one JSON object',
  fix: 'Send the fields as one JSON object with POST, and set Content-Type to application/json. Form data, arrays and query parameters are something else.',
  example: { wrong: 'amount=100&nicn=424242', right: '{"amount":100,"nicn":"424242","region":"AZ"}' },
  needs: ['request-headers'],

  judge(call, history) {
    const isTypeAbsent = call.exchange.request.headers['content-type'] === undefined;

    return messageFault(call, history) ?? (isTypeAbsent ? LEFT_OUT : CLIENT_HOLDS);
  },
});

/** Parameters, such as a charset, do not matter. */
const JSON_TYPE = /^\s*application\/json\s*(?:;|,|$)/i;

function messageFault(call: Call, { mayLeaveOut }: ClientHistory) {
  const { body, exchange } = call;
  const { method = '', headers } = exchange.request;
  if (method.toUpperCase() !== 'POST') return clientViolation('the method POST', describeValue(method));
  const type = headers['content-type'];
  if (!(type === undefined && mayLeaveOut(call)) && !JSON_TYPE.test(type ?? ''))
    return clientViolation('Content-Type application/json', describeValue(type));
  if (body === 'absent' && !mayLeaveOut(call))
    return clientViolation('a body that is one JSON object', 'no body');
  if (body === 'not-an-object')
    return clientViolation('a body that is one JSON object', describeBody(exchange.request.body));

  return undefined;
}

/** Names only the kind: a body that is not JSON may contain anything. */
function describeBody(text = ''): string {
  const start = text.trimStart().charAt(0);
  if (parseJson(text) === undefined) return `${text.length} characters that are not JSON`;

  return start === '[' ? 'an array' : 'a JSON value of another type';
}

const XHR = REQUIRED_HEADERS['x-requested-with'];

export const hasXRequestedWith = clientRule({
  id: 'client-request/has-x-requested-with',
  section: '5',
  title: 'every call has the header X-Requested-With: xhr',
  fix: 'Send the header X-Requested-With with the value xhr on both operations. XMLHttpRequest, the value of other APIs, is another one.',
  example: { wrong: 'X-Requested-With: XMLHttpRequest', right: 'X-Requested-With: xhr' },

  needs: ['request-headers'],

  judge(call, { mayLeaveOut }) {
    const value = call.exchange.request.headers['x-requested-with'];
    if (value === XHR) return CLIENT_HOLDS;
    if (value === undefined && mayLeaveOut(call)) return LEFT_OUT;
    // A header that was sent twice arrives as a list.
    const isXhr =
      value !== undefined &&
      String(value)
        .split(',')
        .every((part) => part.trim() === XHR);

    return isXhr
      ? CLIENT_HOLDS
      : clientViolation(`the header X-Requested-With: ${XHR}`, describeValue(value));
  },
});

export const hasBearerJwt = clientRule({
  id: 'client-request/has-bearer-jwt',
  section: '5',
  title: 'every fee call and every sale has the header Authorization: Bearer with a JWT',
  fix: 'Send Authorization: Bearer TOKEN on both operations, where TOKEN is the JWT alone: without quotes, and neither empty nor undefined.',
  example: { wrong: 'Authorization: Basic bWU6c2VjcmV0', right: 'Authorization: Bearer eyJhbGciOi…' },

  needs: ['authorization', 'request-headers'],

  judge(call, { source, mayLeaveOut, tokens }) {
    const { authorization } = call.exchange.request.headers;
    if (source === 'recording') {
      const isAbsent = authorization === undefined;
      // A recorder leaves the header out of all requests, or of none.
      if (isAbsent && tokens.areRecorded) return clientViolation(BEARER, 'no such header');
      if (!isAbsent && !tokens.areRecorded && tokens.firstWithout !== undefined)
        return clientViolation(BEARER, 'an earlier call without such a header', [tokens.firstWithout]);
      if (isAbsent) return undefined;
    }
    if (authorization !== undefined && hasJwt(authorization)) return CLIENT_HOLDS;
    const token = bearerTokenOf(authorization);
    const isOther = OTHER_SCHEME.test(authorization ?? '');
    // No recorder removes the scheme alone.
    const isBare = isJwt(authorization?.trim() ?? '');
    if (mayLeaveOut(call) && !isOther && !isBare && !isUnmasked(token)) return LEFT_OUT;

    return clientViolation(BEARER, describeToken(authorization, token));
  },
});

const BEARER = 'the header Authorization: Bearer with a JWT';

/** No recorder writes another scheme instead of a token. */
const OTHER_SCHEME = /^\s*(?:basic|digest|negotiate|apikey)\s+[\w+/=]{4}/i;

/** Signed (RFC 7515) in three parts, or encrypted (RFC 7516) in five; the first is a JSON object. */
const COMPACT = /^([\w-]+=*)\.[\w-]*=*\.[\w-]*=*(?:\.[\w-]*=*\.[\w-]*=*)?$/;

/** A client sends one value for as long as its token is valid. */
const hasJwt = remember((authorization) => isJwt(bearerTokenOf(authorization) ?? ''));

function bearerTokenOf(authorization = ''): string | undefined {
  return /^\s*bearer\s+(\S.*)$/i.exec(authorization)?.[1]?.trim();
}

function isJwt(token: string): boolean {
  const header = COMPACT.exec(token)?.[1] ?? '';

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
function describeToken(authorization: string | undefined, token: string | undefined): string {
  if (authorization === undefined) return 'no such header';
  if (token !== undefined) return 'a token that is not a JWT';
  if (isJwt(authorization.trim())) return 'a JWT without Bearer before it';

  return /^\s*bearer\s*$/i.test(authorization) ? 'no token' : 'another scheme';
}

export const keepsSecretsOutOfTheAddress = clientRule({
  id: 'client-request/keeps-secrets-out-of-the-address',
  section: '5',
  title: 'no token stands in the path or query: no JWT, and no parameter named for a token',
  fix: 'Send the token in the header Authorization only: servers and proxies write addresses to their logs.',
  example: { wrong: 'POST /v1/ch?access_token=eyJhbGciOi…', right: 'Authorization: Bearer eyJhbGciOi…' },

  judge({ exchange: { request } }) {
    const { path = '', query } = splitUrl(request);
    if (JWT.test(path)) return clientViolation('no token in the path', 'one');
    if (query !== undefined && (JWT.test(query) || NAMED.test(query)))
      return clientViolation('no token in the query', 'one');

    return CLIENT_HOLDS;
  },
});

const JWT = /eyJ[\w-]{5,}\.[\w-]+/;
const NAMED = /(?:^|&)(?:access[_-]?token|id[_-]?token|token|jwt|bearer|authorization)=[^&]/i;
