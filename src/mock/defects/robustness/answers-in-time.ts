/** A mock that keeps a first call for eight digits of a card that begins with 4 waiting for 8 seconds. */

import { setTimeout } from 'node:timers/promises';
import { defect } from '../defect.ts';
import { isUpdateBySTxId } from '../fields.ts';

/** In milliseconds. */
const DELAY = 8000;

export const answersInTime = defect({
  rule: 'robustness/answers-in-time',
  summary: 'keeps a first call for eight digits of a card that begins with 4 waiting for 8 seconds',
  create: () => ({
    async answer(body, { operation, request }) {
      const isSlow =
        operation === 'calculateFee' && !isUpdateBySTxId(request) && /^4.{7}$/.test(String(request['nicn']));

      return isSlow ? setTimeout(DELAY, body, { ref: false }) : body;
    },
  }),
});
