/** First calls that lack one required field, beside every optional field that could be taken for it. */
import type { FeeRequest } from '../../src/contract/types.ts';
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
    ...ordered.slice(0, 1).map((name) => beside({ [name]: optional[name] }, `, with ${name}`)),
    beside(optional, ', with every optional field'),
    ...nicns.slice(1).map((nicn) => beside({ nicn }, ', with another nicn')),
    ...ordered.slice(1).map((name) => beside({ [name]: optional[name] }, `, with ${name}`)),
  ];
}
