/** Opening a transaction, which most rules on identity and sales begin with. */
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Body, Conversation, Reply } from '../conversation.ts';
import { answered, granted, stxidOf } from '../expect.ts';
import { NotJudged } from '../failure.ts';

/**
 * A first call that other rules vouch for; its `sTxId`. One lost answer or server error on the way is passed over.
 *
 * @throws NotJudged where it is refused
 */
export async function open({ fee }: Pick<Conversation, 'fee'>, body: Body): Promise<string> {
  const blame =
    'mTxId' in body ? 'fee-request/accepts-each-optional-field' : 'fee-request/accepts-required-fields-alone';
  const reply = await fee({ ...body });

  return stxidOf(granted(isAccident(reply) ? await fee({ ...body }) : reply, blame));
}

/** The `sTxId` of a first call that a deployment is free to refuse, for its `mTxId`. @throws NotJudged */
export async function openUnlessRefused({ fee }: Pick<Conversation, 'fee'>, body: Body): Promise<string> {
  const reply = await fee({ ...body });
  answered(reply);
  if (reply.judgement.kind === 'refused') throw new NotJudged('an mTxId of this form is not taken here');

  return stxidOf(reply);
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
