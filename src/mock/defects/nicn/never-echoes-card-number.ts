/** A mock that repeats in its refusals what was sent as nicn, whole card numbers too. */
import { defect } from '../defect.ts';

export const neverEchoesCardNumber = defect({
  rule: 'nicn/never-echoes-card-number',
  summary: 'repeats in its refusals what was sent as nicn',
  create: () => ({
    violations: (found, { request }) =>
      found.map((violation) =>
        violation.pointer === '/nicn' && request['nicn'] !== undefined
          ? { ...violation, got: JSON.stringify(request['nicn']) }
          : violation,
      ),
  }),
});
