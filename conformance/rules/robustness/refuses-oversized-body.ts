/**
 * A body of a few MiB does no harm. Whatever is answered to it will do, and so will a connection that is closed while
 * the body is still on its way: what counts is that the next request is priced.
 */

import { feeOf, sameFee } from '../../expect.ts';
import { NotJudged } from '../../failure.ts';
import { notLockedOut, stillPriced } from '../../patterns/still-priced.ts';
import { property } from '../../rule.ts';

const EXPECTED = 'a fee for a valid call after one with a body of some MiB';

export const refusesOversizedBody = property<{ readonly mebibytes: number }>({
  id: 'robustness/refuses-oversized-body',
  section: '8',
  level: 'should',
  title: 'after a request with a body of some MiB a valid one still gets its fee',
  tries: 'A body of 3 MiB between two valid calls.',
  fix:
    'Limit how much of a body you read; refuse a larger one, or close its connection and no other. Any ' +
    'answer to the large body will do, and so will taking it.',
  after: ['robustness/survives-malformed-input'],
  stage: 4,
  quickProbes: 0,
  probes: () => [{ mebibytes: 3 }],

  async holds({ mebibytes }, { fee }, { baseline, feesRepeat }) {
    const before = await notLockedOut(() => fee({ ...baseline }));
    const { answer } = await fee({ ...baseline, data: ['x'.repeat(mebibytes * 1024 * 1024)] });
    const after = await stillPriced(() => fee({ ...baseline }), EXPECTED);
    if (feesRepeat) sameFee(feeOf(after), feeOf(before), 'after a large body the same fee as before,');
    // So much may be too much for the line, and none of the deployment's doing.
    if (answer.kind === 'unanswered' && answer.cause === 'timeout')
      throw new NotJudged('so large a body did not get through within the time limit');
  },
});
