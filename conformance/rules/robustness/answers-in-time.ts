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
  title: 'every request is answered within the limit',
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
