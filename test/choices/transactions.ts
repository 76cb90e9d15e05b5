/** Probes of the choices on what calls do to a transaction. */

import type { ChoiceName } from '../../src/contract/choices.ts';
import { BASELINE, FEE, fieldsOf, SALE } from '../support/ask-mock.ts';
import { opened, type Probe, sold, statusOf } from './probe.ts';

export const TRANSACTION_PROBES = {
  'unknown-stxid-on-fee': {
    async ask(ask) {
      const answer = await ask(FEE, { ...BASELINE, sTxId: 'unknown', mTxId: 'order-1' });
      const again = await ask(FEE, { ...BASELINE, mTxId: 'order-1' });

      return [answer.status, fieldsOf(answer)['sTxId'] === fieldsOf(again)['sTxId']];
    },
    shows: { refuse: [422, false], open: [200, true] },
  },
  'mismatched-identifiers': {
    async ask(ask) {
      await opened(ask, { mTxId: 'order-1' });
      const sTxId = await opened(ask);
      const answers = [
        await ask(SALE, { sTxId, mTxId: 'order-1' }),
        await ask(FEE, { ...BASELINE, sTxId, mTxId: 'order-1' }),
      ];

      return answers.map((answer) => fieldsOf(answer)['sTxId'] === sTxId);
    },
    shows: { refuse: [false, false], 'stxid-decides': [true, true] },
  },
  'partial-update': {
    async ask(ask) {
      const sTxId = await opened(ask, { amount: 94 });
      const { nicn: _, ...withoutCard } = { ...BASELINE, mTxId: 'another' };
      const answers = [
        await ask(FEE, { sTxId }),
        await ask(FEE, { mTxId: 'unknown', amount: 1 }),
        // One field is missing, so the mock looks for an edit that would be accepted.
        await ask(FEE, withoutCard),
      ];

      return answers.map((answer) => [answer.status, fieldsOf(answer)['transactionFee']]);
    },
    shows: {
      refuse: [
        [422, undefined],
        [422, undefined],
        [422, undefined],
      ],
      keep: [
        [200, 2.3],
        [422, undefined],
        [422, undefined],
      ],
    },
  },
  'update-after-sale': {
    ask: async (ask) =>
      fieldsOf(await ask(FEE, { ...BASELINE, amount: 94, sTxId: await sold(ask) }))['transactionFee'],
    shows: { take: 2.3, keep: 2.43, refuse: undefined },
  },
  'second-sale': {
    async ask(ask) {
      const sTxId = await sold(ask);

      return statusOf(ask(SALE, { sTxId, authCode: 'second' }));
    },
    shows: { replace: 200, keep: 200, refuse: 422 },
  },
  'update-to-another-card': {
    ask: async (ask) => statusOf(ask(FEE, { ...BASELINE, nicn: '411111', sTxId: await opened(ask) })),
    shows: { take: 200, refuse: 422 },
  },
} satisfies { readonly [N in ChoiceName]?: Probe<N> };
