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
    ],
    shows: { any: [200, 200], plain: [200, 422] },
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

      return longest([32, 33, 50, 51, 255, 256, 1000, 1001], (length) =>
        ask(SALE, { sTxId, authCode: '価'.repeat(length) }),
      );
    },
    shows: { any: 1001, '1000': 1000, '255': 255, '50': 50, '32': 32 },
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
  'most-texts': {
    ask: (ask) =>
      longest([5, 6, 10, 11, 20, 21], (length) =>
        ask(FEE, { ...BASELINE, data: Array.from({ length }, () => 'x') }),
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
