/** Opening a transaction, which most rules on identity and sales begin with. */
import type { Body, Conversation } from '../conversation.ts';
import { granted, stxidOf } from '../expect.ts';

/** A first call that other rules vouch for; its `sTxId`. @throws NotJudged where it is refused */
export async function open({ fee }: Conversation, body: Body): Promise<string> {
  const isNamed = 'mTxId' in body;

  return stxidOf(
    granted(
      await fee({ ...body }),
      isNamed ? 'fee-request/accepts-each-optional-field' : 'fee-request/accepts-required-fields-alone',
    ),
  );
}
