/** First calls that lack one required field, beside every optional field that could be taken for it. */
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Body } from '../conversation.ts';
import type { OptionalField, Vocabulary } from '../vocabulary.ts';
import { type Edit, without } from './refuses.ts';

type RequiredField = 'amount' | 'nicn' | 'region';

/** Alone, beside its likeliest stand-in, beside all optional fields, and beside each. */
export function leavingOut(
  field: RequiredField,
  { baseline, optional, nicns }: Vocabulary,
  standIn: OptionalField,
): readonly Edit[] {
  const beside = (extra: Partial<FeeRequest>, how: string): Edit => {
    const base = { ...baseline, ...extra };

    return { edit: `without ${field}${how}`, base, body: without(base, field) };
  };
  const names = Object.keys(optional) as OptionalField[];
  const ordered = [...names.filter((name) => name === standIn), ...names.filter((name) => name !== standIn)];

  return [
    beside({}, ''),
    ...(standIn in optional ? [] : besideInvented(field, standIn, baseline)),
    ...ordered.slice(0, 1).map((name) => beside({ [name]: optional[name] }, `, with ${name}`)),
    beside(optional, ', with every optional field'),
    ...nicns.slice(1).map((nicn) => beside({ nicn }, ', with another nicn')),
    ...ordered.slice(1).map((name) => beside({ [name]: optional[name] }, `, with ${name}`)),
  ].map(withOwnMtxid);
}

/** Of a card token that the service never issued no acceptance is expected, but no fee without a nicn either. */
function besideInvented(field: RequiredField, standIn: OptionalField, base: FeeRequest): readonly Edit[] {
  if (standIn !== 'cardToken') return [];
  const body = { ...without(base, field), cardToken: 'tok_8d21f0c35b7a4e96' };

  return [{ edit: `without ${field}, with cardToken`, base, body }];
}

/** The requests of a group are sent together: each opens a transaction of its own, so that none updates another. */
function withOwnMtxid({ edit, base, body }: Edit, place: number): Edit {
  const own = (request: Body): Body =>
    'mTxId' in request ? { ...request, mTxId: `{m${place + 1}}` } : request;

  return { edit, base: own(base), body: own(body) };
}
