/** Whose request it is: the merchant that the token names (document 5). */

import type { Violation } from '../contract/types.ts';
import type { Merchant } from '../engine/index.ts';
import type { Awaitable } from '../ledger/ledger.ts';
import { describeValue } from '../text/describe.ts';
import type { Authority } from './authority.ts';
import type { Clock } from './clock.ts';
import { type Refusal, refuse, refuseBecause } from './refusal.ts';
import { describeFault, type KeysFault, summariseFault, type TokenFault } from './token-fault.ts';
import type { ReadToken } from './tokens.ts';

/** What is made once for a merchant and serves all its requests. */
export interface Desk {
  readonly merchant: Merchant;
}

export type Identified<D extends Desk> = { readonly kind: 'known'; readonly desk: D } | Refusal;

/** From the value of the header Authorization to the merchant's desk. */
export type Identify<D extends Desk> = (authorization: string | undefined) => Awaitable<Identified<D>>;

/** A client sends the same token again and again, so the last so many are remembered; longer ones, in characters, not. */
const REMEMBERED = 1000;
const LONGEST_REMEMBERED = 2048;
const BEARER = /^bearer +([^ ]+) *$/i;

/** An acquaintance that may end, and did not begin earlier: a clock can be set back. In milliseconds since 1970. */
interface Remembered<D extends Desk> {
  readonly authorization: string;
  readonly identified: Identified<D>;
  readonly from: number;
  readonly until: number;
}

/**
 * @param desks at least one; the first serves tokens that name no merchant
 * @param now what time it is for those who ask
 */
export function createIdentify<D extends Desk>(
  desks: readonly [D, ...D[]],
  { expected, read }: Pick<Authority, 'expected' | 'read'>,
  now: Clock['now'],
): Identify<D> {
  const byName = new Map(desks.map((desk) => [desk.merchant.name, desk]));
  const remembered = new Map<string, Remembered<D>>();
  let last: Remembered<D> | undefined;

  const meet = (authorization: string, token: ReadToken, from: number): Identified<D> => {
    if (token.kind === 'keys-unavailable') return unverifiable(token);
    if (token.kind !== 'token') return strangerFor(token, expected);
    const desk = token.merchant === undefined ? desks[0] : byName.get(token.merchant);
    if (desk === undefined) return ofNobody(token.merchant, expected, byName.keys());
    const identified = { kind: 'known', desk } as const;
    if (authorization.length > LONGEST_REMEMBERED) return identified;
    if (remembered.size === REMEMBERED) remembered.clear();
    remembered.set(authorization, { authorization, identified, from, until: token.until });

    return identified;
  };

  return (authorization) => {
    if (authorization === undefined) return missing(expected);
    // To compare a long text is cheaper than to hash it, and most calls come from the client of the one before.
    const known = authorization === last?.authorization ? last : remembered.get(authorization);
    if (known !== undefined) {
      if (known.until === Number.POSITIVE_INFINITY || isBetween(now(), known)) {
        last = known;
        return known.identified;
      }
      last = undefined;
      remembered.delete(authorization);
    }
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) return ofAnotherScheme(expected);
    const moment = now();
    const reading = read(token, moment);

    return reading instanceof Promise
      ? reading.then((late) => meet(authorization, late, moment))
      : meet(authorization, reading, moment);
  };
}

function isBetween(moment: number, { from, until }: Remembered<Desk>): boolean {
  return from <= moment && moment < until;
}

/** RFC 6750, section 3.1: who brought no bearer token at all is told no error. */
const CHALLENGE = 'Bearer realm="tollgate"';

function missing(expected: string): Refusal {
  return stranger('auth/refuses-missing-token', `Bearer and ${expected}`, 'nothing', CHALLENGE);
}

function ofAnotherScheme(expected: string): Refusal {
  return stranger('auth/refuses-invalid-token', `Bearer and ${expected}`, 'something else', CHALLENGE);
}

function strangerFor(fault: Exclude<TokenFault, KeysFault>, expected: string): Refusal {
  return stranger(
    'auth/refuses-invalid-token',
    `Bearer and ${expected}`,
    describeFault(fault),
    invalid(summariseFault(fault)),
  );
}

function ofNobody(merchant: string | undefined, expected: string, names: Iterable<string>): Refusal {
  return stranger(
    'auth/refuses-invalid-token',
    `Bearer and ${expected} of one of the merchants ${[...names].join(', ')}`,
    `a token of merchant ${describeValue(merchant)}`,
    invalid('The access token names an unknown merchant'),
  );
}

function invalid(description: string): string {
  return `${CHALLENGE}, error="invalid_token", error_description="${description}"`;
}

/** A token is a secret, so what came is told in words and never repeated. */
function stranger(
  rule: NonNullable<Violation['rule']>,
  expected: string,
  got: string,
  challenge: string,
): Refusal {
  const violation: Violation = { rule, section: '5', pointer: 'header Authorization', expected, got };

  return { ...refuse('unauthorized', [violation]), headers: { 'WWW-Authenticate': challenge } };
}

/** In seconds. */
const ASK_AGAIN = '5';

/** No 401: the token may well be right. */
function unverifiable({ why }: KeysFault): Refusal {
  const detail = `the JWK set: ${why}; the token may well be right`;

  return refuseBecause('keys-unavailable', detail, { 'Retry-After': ASK_AGAIN });
}
