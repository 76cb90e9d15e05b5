/**
 * A body of a few MiB does not break the deployment. Any response to it is fine, and so is a closed connection; only
 * the next valid request counts.
 */
import { MEBIBYTES } from '../../rule/conversation.ts';
import { opened, stillPriced } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { fee } from '../../rule/script.ts';

export const refusesOversizedBody = rule({
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
  quickScripts: 0,
  scripts: (context) => [
    {
      calls: [
        opened(context.baseline),
        fee({ ...context.baseline, data: [MEBIBYTES] }, { mayBeLost: true }),
        stillPriced(context, {
          still: 'a fee for a valid call after one with a body of some MiB',
          feeOf: { call: 1, what: 'after a large body the same fee as before,' },
        }),
      ],
    },
  ],
});
