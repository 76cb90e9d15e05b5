/**
 * A body of a few MiB does not break the deployment. Any response to it is fine, and so is a closed connection; only
 * the next valid request counts.
 */
import { assertSameFee, feeOf } from '../../rule/assertions.ts';
import { DeploymentGone, NotJudged, RuleBroken } from '../../rule/failure.ts';
import { assertNotLockedOut, assertStillPriced } from '../../rule/patterns/still-priced.ts';
import { rule } from '../../rule/rule.ts';

const EXPECTED = 'a fee for a valid call after one with a body of some MiB';

export const refusesOversizedBody = rule<{ readonly mebibytes: number }>({
  id: 'robustness/refuses-oversized-body',
  section: '8',
  level: 'should',
  title: 'a valid request still gets its fee after a request with a body of a few MiB',
  tries: 'A body of 3 MiB between two valid calls.',
  fix:
    'Limit the size of the bodies that you read. Refuse a larger body, or close its connection and no other. Any ' +
    'response to it is fine, and so is accepting it.',
  lookAlikes: ['largest-body=any'],
  dependsOn: ['robustness/survives-malformed-input'],
  stage: 4,
  quickProbes: 0,
  probes: () => [{ mebibytes: 3 }],

  async run({ mebibytes }, { fee }, { baseline, traits: { feesRepeat }, signal }) {
    const before = await assertNotLockedOut(() => fee({ ...baseline }), signal);
    const { response } = await fee({ ...baseline, data: ['x'.repeat(mebibytes * 1024 * 1024)] });
    const after = await assertStillPriced(() => fee({ ...baseline }), EXPECTED, signal).catch((error) => {
      throw error instanceof DeploymentGone ? new RuleBroken(EXPECTED, error.message, 'lasting') : error;
    });
    if (feesRepeat())
      assertSameFee(feeOf(after), feeOf(before), 'after a large body the same fee as before,');
    // The network may be too slow for such a body.
    if (response.kind === 'unanswered' && response.cause === 'timeout')
      throw new NotJudged('such a large body could not be sent within the time limit');
  },
});
