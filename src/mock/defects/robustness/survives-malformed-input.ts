/** A mock that fails every request after one whose body is not JSON. */
import { defect } from '../defect.ts';

export const survivesMalformedInput = defect({
  rule: 'robustness/survives-malformed-input',
  summary: 'fails every request after one whose body is not JSON',
  create: () => {
    let broken = false;

    return {
      before({ bytes }) {
        if (broken) throw new Error('a malformed body left this mock broken, as its defect has it');
        try {
          JSON.parse(String(bytes));
        } catch {
          broken = true;
        }
      },
    };
  },
});
