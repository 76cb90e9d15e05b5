/** A sale must name its transaction; the last one is not meant by saying nothing. */
import fc from 'fast-check';
import { granted, refused } from '../../expect.ts';
import { open } from '../../patterns/open.ts';
import { property } from '../../rule.ts';

interface Case {
  readonly authCode?: string;
  /** Right after a fee call, which the service could take the sale to mean. */
  readonly afterFee: boolean;
}

export const requiresStxidOrMtxid = property<Case>({
  id: 'sale/requires-stxid-or-mtxid',
  section: '2.3, 4.2',
  level: 'must',
  title: 'a sale with neither sTxId nor mTxId is refused',
  tries: 'With and without authCode, also right after a fee call.',
  fix:
    'Check that at least one of sTxId and mTxId is there, and refuse the sale where none is. Do not ' +
    "take the merchant's last transaction to be meant.",
  probes: () => [
    { authCode: 'A1B2C3', afterFee: true },
    { afterFee: true },
    { authCode: 'A1B2C3', afterFee: false },
    { afterFee: false },
  ],
  given: ({ text }) => fc.record({ authCode: text, afterFee: fc.boolean() }, { requiredKeys: ['afterFee'] }),

  async holds({ authCode, afterFee }, conversation, { baseline, saleExtras }) {
    const body = authCode === undefined ? {} : { authCode };
    const opened = afterFee ? await open(conversation, baseline) : undefined;
    refused(await conversation.sale(body), 'a refusal of a sale without sTxId and mTxId');
    const sTxId = opened ?? (await open(conversation, baseline));
    granted(await conversation.sale({ sTxId, ...saleExtras }), 'sale/accepts-stxid');
  },
});
