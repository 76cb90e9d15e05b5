/** A first fee call has amount, nicn and region; a sale has an identifier. */
import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import type { ClientHistory } from '../../rule/client-history.ts';
import {
  CLIENT_HOLDS,
  type ClientFinding,
  type ClientRule,
  clientViolation,
  unclear,
} from '../../rule/client-rule.ts';

export const hasRequiredFields: ClientRule = {
  id: 'client-request/has-required-fields',
  section: '2.1, 2.3',
  level: 'must',
  title: 'a first fee call has amount, nicn and region, and a sale has an sTxId or an mTxId',
  fix: 'Send amount, nicn and region with every fee call that opens a transaction, and sTxId or mTxId with every sale. In JavaScript, JSON.stringify drops a field that is undefined.',
  example: { wrong: '{"amount":100,"nicn":"424242"}', right: '{"amount":100,"nicn":"424242","region":"AZ"}' },

  observe(_, history) {
    const { body, operation } = history.call;
    if (body !== 'object') return undefined;

    return operation === 'attachSale' ? judgeSale(history) : judgeFee(history);
  },
};

function judgeSale({ call: { fields } }: ClientHistory): ClientFinding {
  return isAbsent(fields['sTxId']) && isAbsent(fields['mTxId'])
    ? clientViolation('a sale with sTxId or mTxId', 'neither')
    : CLIENT_HOLDS;
}

/** What an update leaves out is a choice of the service. */
function judgeFee({
  call: { fields, mTxId, outcome },
  isFirstCall,
}: ClientHistory): ClientFinding | undefined {
  const missing = REQUIRED_FIELDS.filter((name) => fields[name] === undefined);
  if (missing.length === 0) return CLIENT_HOLDS;
  const isFirst = isFirstCall();
  if (isFirst === false) return undefined;
  // The service knows the mTxId, so that this is an update.
  if (mTxId !== undefined && outcome.kind === 'accepted') return undefined;

  return (isFirst === undefined ? unclear : clientViolation)(
    'a first fee call with amount, nicn and region',
    `none of ${missing.join(' and ')}`,
  );
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
