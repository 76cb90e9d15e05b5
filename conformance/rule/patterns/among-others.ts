/** Scripts of transactions that are named again after many others. */
import type { Body } from '../exchange.ts';
import { type Expectation, fee, type Script, type ScriptCall } from '../script.ts';
import { opened, type Sender } from './open.ts';

const EXPIRES = 'a transaction expires without other traffic: how long it is kept is a choice';

/**
 * Opens transactions, then many others, and updates two of the former after each of these counts of others, by `sTxId` and
 * by `mTxId`. Each is updated only once, because an update may refresh it.
 */
export function amongOthers({ merchant, plain }: Sender, counts: readonly number[]): Script {
  const named = (number: number): Body => ({ ...plain, mTxId: `{m${number}}` });
  const openings = counts.flatMap((_, n) => [opened(plain, merchant), opened(named(n + 1), merchant)]);
  const update = (body: object, by: string, sTxIdOf: number): ScriptCall => {
    const accepted = `an accepted update after {others} other first calls, by ${by}`;
    const expects: Expectation = { accepted, sTxIdOf };

    return fee({ ...plain, ...body }, { merchant, endsIfRefused: true, expects });
  };
  const checks = counts.flatMap((count, n) => {
    const before = counts[n - 1] ?? 0;
    const [first, second] = [2 * n + 1, 2 * n + 2];

    return [
      // With mTxIds, because a service may store transactions without them elsewhere.
      { ...opened(named(counts.length + 1 + before), merchant), times: count - before },
      update({ sTxId: `{s${first}}` }, 'sTxId', first),
      update({ mTxId: `{m${n + 1}}` }, 'mTxId', second),
    ];
  });

  return { calls: [...openings, ...checks], control: { why: EXPIRES } };
}
