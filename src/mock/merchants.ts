/** Whose request it is: the merchant that the token names (document 5). */
import { describeGot } from '../contract/got.ts';
import type { Violation } from '../contract/types.ts';
import type { Merchant } from '../engine/index.ts';
import { type Refusal, refuse } from './refusal.ts';
import { readToken } from './tokens.ts';

/** What is made once for a merchant and serves all its requests. */
export interface Desk {
  readonly merchant: Merchant;
}

type Identified<D extends Desk> = { readonly kind: 'known'; readonly desk: D } | Refusal;

/** From the value of the header Authorization to the merchant's desk. */
export type Identify<D extends Desk> = (authorization: string | undefined) => Identified<D>;

/** A client sends the same token again and again, so the last so many are remembered. */
const REMEMBERED = 1000;
const BEARER = /^bearer +([^ ]+) *$/i;

/** @param desks at least one; the first serves tokens that name no merchant */
export function createIdentify<D extends Desk>(desks: readonly [D, ...D[]]): Identify<D> {
  const byName = new Map(desks.map((desk) => [desk.merchant.name, desk]));
  const remembered = new Map<string, Identified<D>>();

  const identify = (authorization: string | undefined): Identified<D> => {
    if (authorization === undefined) return stranger('auth/refuses-missing-token', 'nothing');
    const read = readToken(BEARER.exec(authorization)?.[1] ?? '');
    if (read.kind === 'malformed') return stranger('auth/refuses-invalid-token', 'something else');
    const desk = read.merchant === undefined ? desks[0] : byName.get(read.merchant);
    if (desk !== undefined) return { kind: 'known', desk };

    return stranger(
      'auth/refuses-invalid-token',
      `a token of merchant ${describeGot(read.merchant)}`,
      byName.keys(),
    );
  };

  return (authorization) => {
    const known = authorization === undefined ? undefined : remembered.get(authorization);
    if (known !== undefined) return known;
    const identified = identify(authorization);
    if (authorization !== undefined && identified.kind === 'known') {
      if (remembered.size === REMEMBERED) remembered.clear();
      remembered.set(authorization, identified);
    }

    return identified;
  };
}

/** A token is a secret, so what came is told in words and never repeated. */
function stranger(rule: NonNullable<Violation['rule']>, got: string, names?: Iterable<string>): Refusal {
  const whose = names === undefined ? '' : ` of one of the merchants ${[...names].join(', ')}`;
  const violation: Violation = {
    rule,
    section: '5',
    pointer: 'header Authorization',
    expected: `Bearer and a JWT${whose}`,
    got,
  };

  return {
    ...refuse('unauthorized', [violation]),
    headers: { 'WWW-Authenticate': 'Bearer realm="tollgate"' },
  };
}
