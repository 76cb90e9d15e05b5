/** Probes of the choices on which requests are accepted. */

import type { ChoiceName } from '../../src/contract/choices.ts';
import { BASELINE, FEE, fieldsOf, SALE } from '../support/ask-mock.ts';
import { longest, opened, type Probe, statusOf } from './probe.ts';

export const REQUEST_PROBES = {
  'unknown-request-fields': {
    ask: (ask) => statusOf(ask(FEE, { ...BASELINE, entryMethod: 'chip' })),
    shows: { ignore: 200, refuse: 422 },
  },
  'null-optional-fields': {
    ask: async (ask) => [
      await statusOf(ask(FEE, { ...BASELINE, campaign: null })),
      await statusOf(ask(FEE, { ...BASELINE, nicn: null })),
    ],
    shows: { refuse: [422, 422], ignore: [200, 422] },
  },
  'zero-amount': {
    ask: (ask) => statusOf(ask(FEE, { ...BASELINE, amount: 0 })),
    shows: { take: 200, refuse: 422 },
  },
  'amount-beyond-cents': {
    ask: async (ask) => fieldsOf(await ask(FEE, { ...BASELINE, amount: 100.673 }))['transactionFee'],
    shows: { take: 2.45, round: 2.44, refuse: undefined },
  },
  'largest-amount': {
    async ask(ask) {
      const amounts = [10_000, 10_000.01, 100_001, 1_000_001];
      const statuses = await Promise.all(
        amounts.map((amount) => statusOf(ask(FEE, { ...BASELINE, amount }))),
      );

      return amounts.filter((_, index) => statuses[index] === 200).at(-1);
    },
    shows: { any: 1_000_001, '1000000': 100_001, '100000': 10_000.01, '10000': 10_000 },
  },
  'longest-mtxid': {
    async ask(ask) {
      const lengths = [20, 21, 36, 37, 64, 65, 255, 256];
      const statuses = await Promise.all(
        lengths.map((length) => statusOf(ask(FEE, { ...BASELINE, mTxId: 'x'.repeat(length) }))),
      );

      return lengths.filter((_, index) => statuses[index] === 200).at(-1);
    },
    shows: { any: 256, '255': 255, '64': 64, '36': 36, '20': 20 },
  },
  'mtxid-characters': {
    ask: async (ask) => [
      await statusOf(ask(FEE, { ...BASELINE, mTxId: 'order_1-A' })),
      await statusOf(ask(FEE, { ...BASELINE, mTxId: 'order 1' })),
      await statusOf(ask(FEE, { ...BASELINE, mTxId: '7-Order--A' })),
    ],
    shows: { any: [200, 200, 200], plain: [200, 422, 200], dashes: [422, 422, 200] },
  },
  'longest-text': {
    ask: (ask) =>
      longest([32, 33, 50, 51, 255, 256, 1000, 1001], (length) =>
        ask(FEE, { ...BASELINE, campaign: ['a', 'x'.repeat(length)] }),
      ),
    shows: { any: 1001, '1000': 1000, '255': 255, '50': 50, '32': 32 },
  },
  'longest-authcode': {
    ask: async (ask) => {
      const sTxId = await opened(ask);

      return longest([16, 17, 32, 33, 50, 51, 255, 256, 1000, 1001], (length) =>
        ask(SALE, { sTxId, authCode: '価'.repeat(length) }),
      );
    },
    shows: { any: 1001, '1000': 1000, '255': 255, '50': 50, '32': 32, '16': 16 },
  },
  'empty-texts': {
    ask: async (ask) => {
      const sTxId = await opened(ask);

      return Promise.all([
        statusOf(ask(FEE, { ...BASELINE, data: ['a', ''] })),
        statusOf(ask(FEE, { ...BASELINE, campaign: [' '] })),
        statusOf(ask(SALE, { sTxId, authCode: '' })),
      ]);
    },
    shows: { take: [200, 200, 200], refuse: [422, 200, 422], 'refuse-blank': [422, 422, 422] },
  },
  'control-characters': {
    ask: async (ask) => {
      const sTxId = await opened(ask);

      return Promise.all([
        statusOf(ask(FEE, { ...BASELINE, data: ['a\nb'] })),
        statusOf(ask(FEE, { ...BASELINE, campaign: ['\u0000'] })),
        statusOf(ask(SALE, { sTxId, authCode: '\u0000' })),
      ]);
    },
    shows: { take: [200, 200, 200], 'refuse-null': [200, 422, 422], refuse: [422, 422, 422] },
  },
  'empty-lists': {
    ask: (ask) => statusOf(ask(FEE, { ...BASELINE, data: [] })),
    shows: { take: 200, refuse: 422 },
  },
  'repeated-texts': {
    ask: (ask) => statusOf(ask(FEE, { ...BASELINE, campaign: ['a', 'b', 'a'] })),
    shows: { take: 200, refuse: 422 },
  },
  'texts-beyond-bmp': {
    ask: async (ask) => [
      await statusOf(ask(FEE, { ...BASELINE, data: ['👍'] })),
      await statusOf(ask(FEE, { ...BASELINE, data: ['価'] })),
      await statusOf(ask(SALE, { sTxId: await opened(ask), authCode: '👍' })),
    ],
    shows: { take: [200, 200, 200], refuse: [422, 200, 422] },
  },
  'attack-like-texts': {
    ask: async (ask) => [
      await statusOf(ask(FEE, { ...BASELINE, data: ["' OR '1'='1"] })),
      await statusOf(ask(FEE, { ...BASELINE, data: ['a < b, <b>it\'s "so"</b>'] })),
      await statusOf(ask(SALE, { sTxId: await opened(ask), authCode: '<script>' })),
    ],
    shows: { take: [200, 200, 200], refuse: [422, 200, 422] },
  },
  trims: {
    async ask(ask) {
      const sTxId = await opened(ask, { mTxId: 'order-1' });

      return [
        await statusOf(ask(FEE, { ...BASELINE, nicn: ' 424242\n' })),
        await statusOf(ask(FEE, { ...BASELINE, processor: 'alpha ' })),
        (await opened(ask, { mTxId: ' order-1 ' })) === sTxId,
      ];
    },
    shows: { keep: [422, 422, false], trim: [200, 200, true] },
  },
  'other-countries': {
    ask: async (ask) => {
      const feeIn = async (country: string, region: string) =>
        fieldsOf(await ask(FEE, { ...BASELINE, country, region }))['transactionFee'];

      return [await feeIn('840', '85004'), await feeIn('276', '10115'), await feeIn('850', '11801')];
    },
    shows: { free: [2.43, 0, 0], price: [2.43, 2.43, undefined], refuse: [2.43, undefined, undefined] },
  },
  'equal-total': {
    ask: async (ask) => [
      await statusOf(ask(FEE, { ...BASELINE, totalAmount: BASELINE.amount })),
      await statusOf(ask(FEE, { ...BASELINE, totalAmount: BASELINE.amount + 0.01 })),
    ],
    shows: { take: [200, 200], refuse: [422, 200] },
  },
  'most-texts': {
    ask: (ask) =>
      longest([5, 6, 10, 11, 20, 21], (length) =>
        ask(FEE, { ...BASELINE, data: Array.from({ length }, (_, n) => `x${n}`) }),
      ),
    shows: { any: 21, '20': 20, '10': 10, '5': 5 },
  },
  'largest-body': {
    ask: (ask) =>
      longest([1024, 1025, 2048, 2049, 8192, 8193, 65_536, 65_537], (bytes) =>
        ask(FEE, JSON.stringify(BASELINE).padEnd(bytes)),
      ),
    shows: { any: 65_537, '65536': 65_536, '8192': 8192, '2048': 2048, '1024': 1024 },
  },
} satisfies { readonly [N in ChoiceName]?: Probe<N> };
