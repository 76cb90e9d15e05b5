/** Every request of the run was answered within the limit; those that were not are asked once more. */
import { answered } from '../../expect.ts';
import { repeatCall } from '../../patterns/repeat-call.ts';
import { property } from '../../rule.ts';
import type { Called } from '../../vocabulary.ts';

export const answersInTime = property<Called>({
  id: 'robustness/answers-in-time',
  section: '4',
  level: 'must',
  title: 'every request is answered within the time limit',
  tries:
    'Every request of the run, those of the observations too, by limits.timeout of the deployment file, 5,000 ms unless it says ' +
    'otherwise. What came too late is asked once more.',
  fix:
    'Answer every request, refused ones too. Limit how long you wait for a database or another service, ' +
    'and answer when that time is over, whatever the answer is. Where a deployment is slow by nature, ' +
    'raise limits.timeout in the deployment file or lower limits.concurrency.',
  after: ['robustness/survives-malformed-input'],
  stage: 5,
  quickProbes: 2,
  probes: ({ baseline, unanswered }) => [
    ...unanswered.slice(0, 5),
    { operation: 'calculateFee', body: { ...baseline } },
  ],

  async holds(call, conversation) {
    answered(await repeatCall(call, conversation));
  },
});
