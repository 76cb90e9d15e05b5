/** Field names are spelled as the document spells them. */
import { FIELD_TYPES } from '../../../src/contract/fields.gen.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

export const usesDocumentedFields: ClientRule = {
  id: 'client-request/uses-documented-fields',
  section: '2.1, 2.3',
  level: 'should',
  title: 'a field that is meant as a documented one has its exact name',
  fix: 'Write the name as the document does: the service ignores fields that it does not know.',
  example: { wrong: '"mtxid":"order-1"', right: '"mTxId":"order-1"' },

  observe(_, { call: { operation, body, fields } }) {
    if (body !== 'object') return undefined;
    for (const name in fields) {
      if (Object.hasOwn(FIELD_TYPES[operation], name)) continue;
      const meant = MEANT[operation].get(simplify(name));
      // A client may send a field under two names, for two services.
      if (meant !== undefined && !Object.hasOwn(fields, meant))
        return clientViolation(`the field ${meant}`, name);
    }

    return CLIENT_HOLDS;
  },
};

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
