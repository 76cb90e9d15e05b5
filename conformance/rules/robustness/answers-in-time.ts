/** Every request of the run was answered within the limit; those that were not are asked once more. */
import type { OperationId } from '../../../src/contract/types.ts';
import { answered } from '../../expect.ts';
import { property } from '../../rule.ts';

interface Case {
  readonly operation: OperationId;
  /** The exact text sent. */
  readonly raw: string;
}

export const answersInTime = property<Case>({
  id: 'robustness/answers-in-time',
  section: '4',
  level: 'must',
  title: 'every request is answered within the time limit',
  tries:
    'Every request of the run, by limits.timeout of the deployment file, 5,000 ms unless it says ' +
    'otherwise. What came too late is asked once more.',
  fix:
    'Answer every request, refused ones too. Limit how long you wait for a database or another service, ' +
    'and answer when that time is over, whatever the answer is. Where a deployment is slow by nature, ' +
    'raise limits.timeout in the deployment file or lower limits.concurrency.',
  after: ['robustness/survives-malformed-input'],
  stage: 3,
  quickProbes: 2,
  probes: ({ baseline, unanswered }) => [
    ...unanswered.slice(0, 5),
    { operation: 'calculateFee', raw: JSON.stringify(baseline) },
  ],

  async holds({ operation, raw }, { fee, sale }) {
    answered(await (operation === 'calculateFee' ? fee({ raw }) : sale({ raw })));
  },
});
