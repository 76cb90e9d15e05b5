/** What a recording lacks is never held against a client. */
import { expect, test } from 'vitest';
import { FEE, failedIn, judge, ok, type Story, tell } from '../../test/support/traffic-source.ts';

const TIMES = [1, 2, 3];

const STORIES: Readonly<Record<string, Story>> = {
  'headers that the recorder left out': ({ fee }) => {
    const headers = { authorization: undefined, 'x-requested-with': undefined, 'content-type': undefined };
    for (const n of TIMES) fee(FEE, ok(`s-${n}`), { headers, lacks: ['authorization', 'request-headers'] });
  },
  'a token that the recorder replaced': ({ fee }) => {
    for (const n of TIMES) fee(FEE, ok(`s-${n}`), { headers: { authorization: 'Bearer [REDACTED]' } });
  },
  'bodies that the recorder left out': ({ fee, sale }) => {
    fee('', ok('s'), { lacks: ['request-body'] });
    fee(FEE, '', { lacks: ['response-body'] });
    sale('', { sTxId: 's' }, { lacks: ['request-body'] });
    sale({ sTxId: 's' }, '', { lacks: ['response-body'] });
  },
  'identifiers from before the recording': ({ fee, sale }) => {
    fee({ amount: 120, sTxId: 'from-before' }, ok('from-before'));
    fee({ amount: 120, mTxId: 'order-0' }, ok('from-before-too'));
    sale({ sTxId: '4111111111111111' }, { sTxId: '4111111111111111' });
    sale({ mTxId: 'order-before' }, { sTxId: 'another' });
  },
  'a merchant whose processors are unknown': ({ fee }) => {
    fee(FEE, { message: 'which processor?' }, { status: 422 });
  },
  'one mTxId of two merchants whose tokens were left out': ({ fee, sale }) => {
    const options = { headers: { authorization: undefined }, lacks: ['authorization'] } as const;
    fee({ ...FEE, mTxId: 'order-1' }, ok('s-1'), options);
    sale({ mTxId: 'order-1', authCode: 'A' }, { sTxId: 's-1' }, options);
    fee({ ...FEE, mTxId: 'order-1' }, ok('s-2'), options);
    fee({ ...FEE, mTxId: 'order-1' }, { message: 'no' }, { ...options, status: 422 });
    sale({ mTxId: 'order-1', authCode: 'B' }, { sTxId: 's-2' }, options);
  },
  'a 503 whose Retry-After was left out': ({ fee, sale }) => {
    fee(FEE, ok('s'));
    fee({ ...FEE, sTxId: 's' }, '', { status: 503, lacks: ['response-headers'] });
    sale({ sTxId: 's' }, { sTxId: 's' });
  },
  'masked values': ({ fee }) => {
    for (const n of TIMES) fee({ ...FEE, amount: '[REDACTED]', region: '***' }, ok(`s-${n}`));
  },
};

test.each(Object.entries(STORIES))('%s', async (_, story) => {
  expect(failedIn(await judge(tell(story), { sides: ['client'] }))).toEqual([]);
});
