/** The rules on the fields of a request: which ones it has, their types and their names. */
import { FIELD_TYPES, type FieldType, REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import type { Call } from '../../../src/exchange/call.ts';
import { describeValue } from '../../../src/text/describe.ts';
import { type JsonObject, repeatedName } from '../../../src/text/json-object.ts';
import {
  CLIENT_HOLDS,
  type ClientHistory,
  clientRule,
  clientViolation,
  isMasked,
  unclear,
} from '../../rule/client-rule.ts';

export const hasRequiredFields = clientRule({
  id: 'client-request/has-required-fields',
  section: '2.1, 2.3',
  title: 'a first fee call has amount, nicn and region, and a sale has an sTxId or an mTxId',
  fix: 'Send amount, nicn and region with every fee call that opens a transaction, and sTxId or mTxId with every sale. In JavaScript, JSON.stringify drops a field that is undefined.',
  example: { wrong: '{"amount":100,"nicn":"424242"}', right: '{"amount":100,"nicn":"424242","region":"AZ"}' },

  judge(call, { isFirstCall }) {
    const { body, operation, fields, mTxId, outcome } = call;
    if (body !== 'object') return undefined;
    if (operation === 'attachSale')
      return (fields['sTxId'] ?? fields['mTxId'] ?? undefined) === undefined
        ? clientViolation('a sale with sTxId or mTxId', 'neither')
        : CLIENT_HOLDS;
    const missing = REQUIRED_FIELDS.filter((name) => fields[name] === undefined);
    if (missing.length === 0) return CLIENT_HOLDS;
    const isFirst = isFirstCall(call);
    // What an update leaves out is a choice of the service, and an accepted mTxId is one that the service knows.
    if (isFirst === false || (mTxId !== undefined && outcome.kind === 'accepted')) return undefined;

    return (isFirst === undefined ? unclear : clientViolation)(
      'a first fee call with amount, nicn and region',
      `none of ${missing.join(' and ')}`,
    );
  },
});

export const hasRightTypes = clientRule({
  id: 'client-request/has-right-types',
  section: '2.1, 2.3',
  title: 'each documented field has its type',
  fix: 'Send amount and totalAmount as JSON numbers, campaign and data as arrays of strings, and all other fields as strings: a nicn or a zip code of digits has quotes.',
  example: { wrong: '"amount":"100.00","nicn":424242', right: '"amount":100.00,"nicn":"424242"' },

  judge(call, history) {
    if (call.body !== 'object') return undefined;

    return wrongType(call, history) ?? mayLackRequired(call, history) ?? CLIENT_HOLDS;
  },
});

function wrongType(call: Call, { mayLeaveOut, isFirstCall }: ClientHistory) {
  const { operation, fields } = call;
  const types = FIELD_TYPES[operation];
  const wrong: { readonly name: string; readonly type: FieldType; readonly got: string }[] = [];
  for (const name in fields) {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    const value = fields[name];
    if (type === undefined || hasType(value, type) || (isMasked(value) && mayLeaveOut(call))) continue;
    // Another rule judges null in optional fields, and an update may leave out any field.
    if (value === null && !(isRequired(name) && isFirstCall(call) === true)) continue;

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
function mayLackRequired(call: Call, { isFirstCall }: ClientHistory) {
  const { fields, outcome } = call;
  const nulls = nullsIn(fields).filter(isRequired);
  if (nulls.length === 0 || outcome.kind === 'accepted' || isFirstCall(call) !== undefined) return undefined;

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

/** The names of the fields that are null. */
function nullsIn(fields: JsonObject): readonly string[] {
  const names: string[] = [];
  for (const name in fields) if (fields[name] === null) names.push(name);

  return names;
}

function isRequired(name: string): boolean {
  return REQUIRED_FIELDS.includes(name);
}

export const sendsNoNulls = clientRule({
  id: 'client-request/sends-no-nulls',
  section: '2.1, 2.3',
  title: 'an optional field without a value is left out, and not null',
  fix: 'Leave the field out. Most JSON libraries have an option for it, such as NON_NULL of Jackson or exclude_none of pydantic.',
  example: { wrong: '{"amount":100,…,"mTxId":null}', right: '{"amount":100,…}' },

  judge(call, { isFirstCall }) {
    const { operation, body, fields } = call;
    if (body !== 'object') return undefined;
    const types = FIELD_TYPES[operation];
    const isNeeded = (name: string) => isRequired(name) && isFirstCall(call) === true;
    const nulls = nullsIn(fields).filter((name) => Object.hasOwn(types, name) && !isNeeded(name));

    return nulls.length === 0
      ? CLIENT_HOLDS
      : clientViolation(`no ${nulls.join(' and no ')} where there is no value`, 'null');
  },
});

export const usesDocumentedFields = clientRule({
  id: 'client-request/uses-documented-fields',
  section: '2.1, 2.3',
  title: 'a field that is meant as a documented one has its exact name, and no object has a name twice',
  fix: 'Write the name as the document does: the service ignores fields that it does not know. Write each name once: services read different ones of its values.',
  example: { wrong: '"mtxid":"order-1"', right: '"mTxId":"order-1"' },

  judge({ operation, body, fields, exchange: { request } }) {
    if (body !== 'object') return undefined;
    const isWhole = request.body !== undefined && request.bodyLength === undefined;
    const twice = isWhole ? repeatedName(request.body, Object.keys(fields).length) : undefined;
    if (twice !== undefined)
      return clientViolation('each name once in an object', `${describeValue(twice)} twice`);
    for (const name in fields) {
      if (Object.hasOwn(FIELD_TYPES[operation], name)) continue;
      const meant = MEANT[operation].get(simplify(name));
      // A client may send a field under two names, for two services.
      if (meant !== undefined && !Object.hasOwn(fields, meant))
        return clientViolation(`the field ${meant}`, name);
    }

    return CLIENT_HOLDS;
  },
});

const MEANT = {
  calculateFee: namesOf('calculateFee'),
  attachSale: namesOf('attachSale'),
} as const;

function namesOf(operation: keyof typeof FIELD_TYPES): ReadonlyMap<string, string> {
  return new Map(Object.keys(FIELD_TYPES[operation]).map((name) => [simplify(name), name]));
}

function simplify(name: string): string {
  return name.length > 20 ? name : name.toLowerCase().replaceAll(/[-_]/g, '');
}
