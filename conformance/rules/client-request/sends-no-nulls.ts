/** A field without a value is left out. */
import { FIELD_TYPES, REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

export const sendsNoNulls: ClientRule = {
  id: 'client-request/sends-no-nulls',
  section: '2.1, 2.3',
  level: 'should',
  title: 'an optional field without a value is left out, and not null',
  fix: 'Leave the field out. Most JSON libraries have an option for it, such as NON_NULL of Jackson or exclude_none of pydantic.',
  example: {
    wrong: '{"amount":100,"nicn":"424242","region":"AZ","mTxId":null}',
    right: '{"amount":100,"nicn":"424242","region":"AZ"}',
  },

  observe(_, { call: { operation, body, fields }, isFirstCall }) {
    if (body !== 'object') return undefined;
    const types = FIELD_TYPES[operation];
    const isRequired = (name: string) => REQUIRED_FIELDS.includes(name) && isFirstCall() === true;
    const nulls = Object.keys(fields).filter(
      (name) => fields[name] === null && Object.hasOwn(types, name) && !isRequired(name),
    );

    return nulls.length === 0
      ? CLIENT_HOLDS
      : clientViolation(`no ${nulls.join(' and no ')} where there is no value`, 'null');
  },
};
