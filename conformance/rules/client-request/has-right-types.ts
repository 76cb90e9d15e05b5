/** Each documented field has its type. */

import { FIELD_TYPES, type FieldType, REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import { describeValue } from '../../../src/text/describe.ts';
import { isMasked } from '../../rule/client-fields.ts';
import type { ClientHistory } from '../../rule/client-history.ts';
import { type ClientRule, clientViolation, holdsUnless, unclear } from '../../rule/client-rule.ts';

export const hasRightTypes: ClientRule = {
  id: 'client-request/has-right-types',
  section: '2.1, 2.3',
  level: 'must',
  title: 'each documented field has its type',
  fix: 'Send amount and totalAmount as JSON numbers, campaign and data as arrays of strings, and all other fields as strings: a nicn or a zip code of digits has quotes.',
  example: {
    wrong: '{"amount":"100.00","nicn":424242,"region":85004}',
    right: '{"amount":100.00,"nicn":"424242","region":"85004"}',
  },

  observe(_, history) {
    if (history.call.body !== 'object') return undefined;
    const found = fault(history);

    return found ?? mayLackRequired(history) ?? holdsUnless(undefined);
  },
};

function fault({ source, call: { operation, fields }, isFirstCall }: ClientHistory) {
  const types = FIELD_TYPES[operation];
  const wrong: { readonly name: string; readonly type: FieldType; readonly got: string }[] = [];
  for (const name in fields) {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    const value = fields[name];
    if (type === undefined || hasType(value, type) || (source === 'recording' && isMasked(value))) continue;
    // Another rule judges null in optional fields, and an update may leave out any field.
    if (value === null && !(isRequired(name) && isFirstCall() === true)) continue;

    wrong.push({ name, type, got: describeValue(value, { name }) });
  }
  const [first, ...others] = wrong;
  if (first === undefined) return undefined;
  const expected = wrong.map(({ name, type }) => `${name} as ${NAMES[type]}`).join(', ');

  return clientViolation(
    expected,
    others.length === 0 ? first.got : wrong.map(({ name, got }) => `${name} ${got}`).join(', '),
  );
}

/** Whether a required field is null in a possible first call. If the service accepts it, it knows the mTxId. */
function mayLackRequired({ call: { fields, outcome }, isFirstCall }: ClientHistory) {
  const nulls = Object.keys(fields).filter((name) => fields[name] === null && isRequired(name));
  if (nulls.length === 0 || outcome.kind === 'accepted' || isFirstCall() !== undefined) return undefined;

  return unclear(`a value of ${nulls.join(' and ')}`, 'null');
}

const NAMES: Readonly<Record<FieldType, string>> = {
  number: 'a JSON number',
  string: 'a string',
  strings: 'an array of strings',
};

function hasType(value: unknown, type: FieldType): boolean {
  if (type !== 'strings') return typeof value === type;

  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isRequired(name: string): boolean {
  return REQUIRED_FIELDS.includes(name);
}
