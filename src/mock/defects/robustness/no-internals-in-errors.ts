/** A mock that says where in its code a request was found to be wrong. */
import { defect } from '../defect.ts';

export const noInternalsInErrors = defect({
  rule: 'robustness/no-internals-in-errors',
  summary: 'says where in its code a request was found to be wrong',
  create: () => ({
    violations: (found) =>
      found.map((violation) => ({
        ...violation,
        expected: `${violation.expected}\n    at validate (/srv/fees/dist/validate.js:12:7)`,
      })),
  }),
});
