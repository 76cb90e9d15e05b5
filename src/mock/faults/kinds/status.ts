/** `status=503;retry-after=2`: a refusal in place of the call, which is not carried out. */
import { toProblem } from '../../problem.ts';
import { refuseBecause } from '../../refusal.ts';
import { render } from '../../render.ts';
import type { Kind } from '../effect.ts';

/** In seconds. Whoever is told that it asks too often is told when to ask again. */
const AFTER_429 = 1;

export const status: Kind<'status'> = (status, fault) => ({
  instead(requestId) {
    const after = fault['retry-after'] ?? (status === 429 ? AFTER_429 : undefined);
    const refusal = refuseBecause(
      'fault',
      `the status ${status} was asked for as a fault; the call was not carried out`,
      after === undefined ? {} : { 'Retry-After': String(after) },
    );

    return {
      ...render(refusal, requestId),
      status,
      text: JSON.stringify(toProblem(refusal, requestId, status)),
    };
  },
});
