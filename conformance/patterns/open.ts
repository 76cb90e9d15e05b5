/** Opening a transaction, which most rules on identity and sales begin with. */
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Body, Conversation, Reply } from '../conversation.ts';
import { granted, stxidOf } from '../expect.ts';

/**
 * A first call that other rules vouch for; its `sTxId`. One lost answer or server error on the way is passed over.
 *
 * @throws NotJudged where it is refused
 */
export async function open({ fee }: Conversation, body: Body): Promise<string> {
  const blame =
    'mTxId' in body ? 'fee-request/accepts-each-optional-field' : 'fee-request/accepts-required-fields-alone';
  const reply = await fee({ ...body });

  return stxidOf(granted(isAccident(reply) ? await fee({ ...body }) : reply, blame));
}

/** A first call for the same card, region and processor: whether an update may change one of them is a choice. */
export function priceableOf({ amount, nicn, region, country, processor }: FeeRequest): FeeRequest {
  return {
    amount,
    nicn,
    region,
    ...(country === undefined ? {} : { country }),
    ...(processor === undefined ? {} : { processor }),
  };
}

function isAccident({ answer }: Reply): boolean {
  return answer.kind === 'unanswered' || answer.status >= 500;
}
