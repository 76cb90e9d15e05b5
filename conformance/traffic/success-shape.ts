/** Learns the form of a service's success responses from traffic, if it differs from the document. */

import { DOCUMENTED, detectSuccessShape, feeIn, type SuccessShape } from '../../src/contract/outcome.ts';
import type { JsonObject } from '../../src/text/json-object.ts';
import type { HttpResponse } from '../rule/http-result.ts';

export interface ShapeTracker {
  readonly shape: SuccessShape;
  /** Whether a success has been seen. */
  readonly isDecided: () => boolean;
  /**
   * Takes in the response to a fee call.
   *
   * @returns `disproved` where a documented success shows that a learnt message was that of refusals
   */
  readonly add: (response: HttpResponse) => 'disproved' | undefined;
}

/** Responses of one form before it counts as that of a success. */
const SAME_FORM = 3;
/** Forms that are compared. */
const MAX_FORMS = 20;

interface ShapeCount {
  count: number;
  readonly fees: Set<number>;
}

/**
 * A message other than `ok` is a refusal, which may have a fee and an `sTxId` too. It means success only if no response
 * says `ok`, and fees differ or the message is another word for success.
 */
export function createShapeTracker(): ShapeTracker {
  let shape: SuccessShape | undefined;
  const forms = new Map<string, ShapeCount>();

  return {
    get shape() {
      return shape ?? DOCUMENTED;
    },
    isDecided: () => shape !== undefined,
    add(response) {
      if (shape === DOCUMENTED) return undefined;
      const found = detectSuccessShape(response);
      if (found === undefined || response.body === undefined) return undefined;
      const wasLearnt = shape !== undefined && shape.message !== 'ok';
      if (found === DOCUMENTED || (found.message === 'ok' && wasLearnt)) {
        shape = DOCUMENTED;

        return wasLearnt ? 'disproved' : undefined;
      }
      if (shape === undefined && isSuccessForm(forms, found, response.body)) shape = found;

      return undefined;
    },
  };
}

function isSuccessForm(forms: Map<string, ShapeCount>, shape: SuccessShape, body: JsonObject): boolean {
  const key = JSON.stringify([shape.message, shape.fee, shape.sTxId]).slice(0, 300);
  const form = forms.get(key) ?? { count: 0, fees: new Set<number>() };
  if (forms.size >= MAX_FORMS && !forms.has(key)) return false;
  forms.set(key, form);
  form.count += 1;
  form.fees.add(feeIn(body) ?? 0);

  return form.count >= SAME_FORM && (SUCCESS.test(String(shape.message)) || form.fees.size > 1);
}

/** Words that mean success. A recorder may have cut off a message that is absent. */
const SUCCESS = /^\s*(?:ok|okay|success|successful|succeeded|approved|accepted)\W*$/i;
