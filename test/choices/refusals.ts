/** Probes of the choices on how requests are refused, and which tokens and headers are needed. */
import { expect } from 'vitest';
import type { ChoiceName } from '../../src/contract/choices.ts';
import { BASELINE, FEE, fieldsOf, SALE } from '../support/ask-mock.ts';
import { BROKEN, EXPIRED, type Probe, statusOf, summaryOf } from './probe.ts';

export const REFUSAL_PROBES = {
  refusal: {
    ask: async (ask) => summaryOf(await ask(FEE, BROKEN)),
    shows: {
      problem: [422, 'application/problem+json', expect.stringContaining('"violations"')],
      json: [422, 'application/json', expect.stringMatching(/^\{"message":".*","reasonCode":".*","reason":/)],
      html: [422, 'text/html; charset=utf-8', expect.stringContaining('<h1>')],
      empty: [422, undefined, ''],
      '2xx-message': [
        200,
        'application/json',
        '{"message":"The nicn must be a string of 6 to 8 digits, not \\"4242\\"."}',
      ],
      '2xx-message-stxid': [
        200,
        'application/json',
        expect.stringMatching(/^\{"sTxId":"\w+","message":"The/),
      ],
      '2xx-zero-fee': [
        200,
        'application/json',
        expect.stringMatching(/^\{"transactionFee":0,"message":"The/),
      ],
      '2xx-zero-fee-stxid': [
        200,
        'application/json',
        expect.stringMatching(/^\{"transactionFee":0,"sTxId":"\w+","message":"The/),
      ],
    },
  },
  'refusal-status': {
    ask: async (ask) => {
      const answer = await ask(FEE, BROKEN);

      return [answer.status, fieldsOf(answer)['status']];
    },
    shows: { '422': [422, 422], '400': [400, 400], '404': [404, 404], '409': [409, 409], '500': [500, 500] },
  },
  'malformed-json-status': {
    ask: (ask) => statusOf(ask(FEE, '{')),
    shows: { '400': 400, '422': 422, '500': 500 },
  },
  'unknown-transaction-status': {
    ask: (ask) => statusOf(ask(SALE, { sTxId: 'unknown' })),
    shows: { '422': 422, '404': 404, '400': 400, '410': 410 },
  },
  'missing-token': {
    ask: (ask) => statusOf(ask(FEE, BASELINE, { authorization: '' })),
    shows: { '401': 401, '403': 403, '400': 400, take: 200 },
  },
  'invalid-token': {
    ask: (ask) => statusOf(ask(FEE, BASELINE, { authorization: 'Bearer garbled' })),
    shows: { '401': 401, '403': 403, '400': 400, take: 200 },
  },
  'expired-token': {
    ask: (ask) => statusOf(ask(FEE, BASELINE, { authorization: EXPIRED })),
    shows: { take: 200, refuse: 401 },
  },
  'missing-x-requested-with': {
    ask: (ask) => statusOf(ask(FEE, BASELINE, { 'x-requested-with': '' })),
    shows: { refuse: 422, take: 200 },
  },
} satisfies { readonly [N in ChoiceName]?: Probe<N> };
