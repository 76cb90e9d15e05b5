/** Probes of the choices on what responses look like, and how often they may come. */
import { expect } from 'vitest';
import type { ChoiceName } from '../../src/contract/choices.ts';
import { BASELINE, FEE, fieldsOf, SALE } from '../support/ask-mock.ts';
import { opened, type Probe, statusOf } from './probe.ts';

export const RESPONSE_PROBES = {
  'success-status': {
    ask: (ask) => statusOf(ask(FEE, BASELINE)),
    shows: { '200': 200, '201': 201, '202': 202 },
  },
  'sale-status': {
    ask: async (ask) => statusOf(ask(SALE, { sTxId: await opened(ask) })),
    shows: { '200': 200, '201': 201, '202': 202 },
  },
  'extra-response-fields': {
    ask: async (ask) => Object.keys(fieldsOf(await ask(FEE, BASELINE))).join(' '),
    shows: {
      none: 'transactionFee sTxId message',
      flat: 'status transactionFee sTxId message currency feeVersion success',
      nested: 'transactionFee sTxId message error errors links details',
    },
  },
  'number-form': {
    ask: async (ask) =>
      /"transactionFee":([^,]*)/.exec((await ask(FEE, { ...BASELINE, amount: 94 })).text)?.[1],
    shows: { shortest: '2.3', 'two-decimals': '2.30', 'six-decimals': '2.300000', exponent: '2.3e+0' },
  },
  'field-order': {
    ask: async (ask) => Object.keys(fieldsOf(await ask(FEE, BASELINE))),
    shows: {
      documented: ['transactionFee', 'sTxId', 'message'],
      reversed: ['message', 'sTxId', 'transactionFee'],
      alphabetical: ['message', 'sTxId', 'transactionFee'],
    },
  },
  'json-layout': {
    ask: async (ask) => (await ask(FEE, BASELINE)).text,
    shows: {
      compact: expect.stringMatching(/^\{"transactionFee":2\.43,"sTxId":"\w+","message":"ok"\}$/),
      indented: expect.stringMatching(
        /^\{\n {2}"transactionFee": 2\.43,\n {2}"sTxId": "\w+",\n {2}"message"/,
      ),
      escaped: expect.stringMatching(/^\{"(\\u00\d.)+\\u006eF(\\u00\d.)+":2\.43,.*"\\u006f\\u006b"\}$/),
    },
  },
  'response-media-type': {
    ask: async (ask) => (await ask(FEE, BASELINE)).headers['content-type'],
    shows: {
      json: 'application/json',
      'json-charset': 'application/json; charset=utf-8',
      'json-suffix': 'application/vnd.tollgate.fees+json',
      'text-plain': 'text/plain; charset=utf-8',
      none: undefined,
    },
  },
  'stxid-form': {
    ask: (ask) => opened(ask),
    shows: {
      hex: expect.stringMatching(/^[0-9a-f]{32}$/),
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      ulid: expect.stringMatching(/^[0-9A-Z]{26}$/),
      base64url: expect.stringMatching(/^[\w-]{22}$/),
      digits: expect.stringMatching(/^[0-9]{39}$/),
      prefixed: expect.stringMatching(/^ch_[0-9a-f]{32}$/),
      long: expect.stringMatching(/^[A-Za-z0-9+/=.]{256,}$/),
    },
  },
  'rate-limiting': {
    async ask(ask) {
      const answers = [];
      for (let count = 1; count <= 100; count += 1) answers.push(await ask(FEE, BASELINE));

      return answers
        .filter(({ status }) => status !== 200)
        .map(({ status, headers }) => [status, headers['retry-after']]);
    },
    shows: {
      none: [],
      '429': [
        [429, '0'],
        [429, '0'],
      ],
      '503': [
        [503, '0'],
        [503, '0'],
      ],
    },
  },
} satisfies { readonly [N in ChoiceName]?: Probe<N> };
