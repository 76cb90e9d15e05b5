/** Two first calls, even with equal bodies, begin two transactions. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { distinct } from '../../expect.ts';
import { RuleBroken } from '../../failure.ts';
import { open } from '../../patterns/open.ts';
import { property } from '../../rule.ts';
import type { Reuse } from '../../run/stxid-memory.ts';

interface Case {
  readonly requests: readonly FeeRequest[];
  /** All sent at once, or one after another. */
  readonly atOnce: boolean;
}

export const stxidIsUnique = property<Case>({
  id: 'identity/stxid-is-unique',
  section: '1.2',
  level: 'must',
  title: 'every first call gets an sTxId of its own',
  tries:
    'First calls with equal bodies and different ones, one after another and up to twenty at the same ' +
    'time.',
  fix:
    'Make a new sTxId for each call that names no transaction, in a way that never gives two calls the ' +
    'same one, even at the same time: from a random source or a sequence of the database, for instance, ' +
    'and not from the request or the time alone.',
  louder: ({ requests }) => [8, 20].map((count) => ({ requests: crowd(requests, count), atOnce: true })),
  probes: ({ baseline, plainAmounts }) => [
    { requests: [baseline, baseline], atOnce: true },
    { requests: [baseline, baseline], atOnce: false },
    { requests: plainAmounts.slice(0, 2).map((amount) => ({ ...baseline, amount })), atOnce: true },
    { requests: Array.from({ length: 8 }, () => baseline), atOnce: true },
    { requests: Array.from({ length: 20 }, () => baseline), atOnce: false },
    { requests: Array.from({ length: 20 }, () => baseline), atOnce: true },
  ],
  revisits: ({ baseline, stxidReuses }) => {
    const after = stxidReuses.filter(isNoMixUp).map((reuse) => reuse.after);

    return after.length === 0 ? [] : [{ requests: crowd([baseline], Math.min(...after) + 2), atOnce: false }];
  },
  sightings: ({ baseline, stxidReuses, opened }) => ({
    breaches: stxidReuses.filter(isNoMixUp).map(({ sTxId, steps }) => ({
      value: { requests: [baseline, baseline], atOnce: false },
      failure: new RuleBroken(EXPECTED, `${JSON.stringify(sTxId)} more than once`),
      transcript: { steps, freshMtxids: new Map() },
    })),
    of: opened,
    proofFrom: 1,
  }),
  smaller: ({ requests, atOnce }) => (atOnce ? [{ requests, atOnce: false }] : []),
  given: ({ feeRequest }) =>
    fc.record({ requests: fc.array(feeRequest, { minLength: 2, maxLength: 8 }), atOnce: fc.boolean() }),

  async holds({ requests, atOnce }, conversation) {
    const sTxIds = atOnce
      ? await Promise.all(requests.map((request) => open(conversation, request)))
      : await inTurn(requests, (request) => open(conversation, request));
    distinct(sTxIds, EXPECTED);
  },
});

/** One `mTxId` taken for another is the matter of `identity/distinct-mtxids-are-distinct`. */
function isNoMixUp({ told }: Reuse): boolean {
  return told === 'not apart';
}

const EXPECTED = 'a different sTxId for each first call';

/** As many requests as asked for: these again and again. */
function crowd(requests: readonly FeeRequest[], count: number): readonly FeeRequest[] {
  return Array.from({ length: count }, (_, n) => requests[n % requests.length]).filter(
    (one) => one !== undefined,
  );
}

async function inTurn<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await act(item));

  return results;
}
