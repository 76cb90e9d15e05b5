/** A mock that reads a body of any size, and fails every request after one of more than 1 MiB. */
import { defect } from '../defect.ts';

/** In bytes. */
const OVERSIZED = 1024 * 1024;

export const refusesOversizedBody = defect({
  rule: 'robustness/refuses-oversized-body',
  summary: 'fails every request after one with a body of more than 1 MiB',
  create: () => {
    let isExhausted = false;

    return {
      largestBody: 64 * OVERSIZED,
      before({ bytes }) {
        if (isExhausted) throw new Error('a large body left this mock exhausted, as its defect has it');
        isExhausted = (bytes?.length ?? 0) > OVERSIZED;
      },
    };
  },
});
