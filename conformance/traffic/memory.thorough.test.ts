/** The memory of a judge of traffic, over more transactions than it keeps. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { FEE, ok, tell } from '../../test/support/traffic-source.ts';
import { createTrafficJudge } from './check-traffic.ts';

test('memory stays flat over many transactions', () => {
  const judgeOf = createTrafficJudge({ target: 'recording' });
  const [first, update, sale] = tell(({ fee, sale }) => {
    fee({ ...FEE, mTxId: 'order-0' }, ok('s-0'));
    fee({ ...FEE, amount: 20, sTxId: 's-0' }, ok('s-0'));
    sale({ sTxId: 's-0', authCode: 'A1' }, { sTxId: 's-0' });
  });
  if (first === undefined || update === undefined || sale === undefined) throw new Error('no events');
  const sizes: number[] = [];
  let now = first.exchange.endedAt;
  for (let n = 0; n < 24_000; n++) {
    for (const event of [first, update, sale]) {
      const { exchange } = event;
      const rename = (body: string) => body.replaceAll('s-0', `s-${n}`).replaceAll('order-0', `order-${n}`);
      now += 10;
      judgeOf.observe({
        ...event,
        exchange: {
          ...exchange,
          ...{ id: `x-${now}`, endedAt: now, duration: 1 },
          request: { ...exchange.request, body: rename(exchange.request.body ?? '') },
          response: { ...exchange.response, body: rename(exchange.response.body) },
        },
      });
    }
    if (n === 10_000 || n === 23_999) sizes.push(liveMebibytes());
  }
  const [early = 0, late = 0] = sizes;

  expect(judgeOf.report().verdict).toBe('conformant');
  expect(late - early).toBeLessThan(20);
});

/** The heap after a full garbage collection. */
function liveMebibytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();

  return process.memoryUsage().heapUsed / 1024 / 1024;
}
