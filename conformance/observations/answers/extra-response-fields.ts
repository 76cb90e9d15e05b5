/** Fields that accepted answers have beside those of the document (2.2, 4.2). */
import type { JsonObject } from '../../json-object.ts';
import { observes } from '../observation.ts';
import { successOf } from '../sight.ts';

const OF_FEES = ['transactionFee', 'sTxId', 'message'];
const OF_SALES = ['sTxId', 'message'];

export const extraResponseFields = observes('extra-response-fields', {
  reads(sight) {
    const priced = successOf(sight, 'calculateFee');
    if (priced !== undefined) return [kindOf(extrasIn(priced, OF_FEES))];
    const sold = successOf(sight, 'attachSale');
    if (sold === undefined) return undefined;
    const extras = extrasIn(sold, OF_SALES);

    // Of a sale the document shows the sTxId alone; a message that says no more than the status is hardly one more.
    return [extras.length === 0 && sold['message'] !== undefined ? 'a message in sales' : kindOf(extras)];
  },
});

function extrasIn(body: JsonObject, known: readonly string[]): readonly unknown[] {
  return Object.keys(body)
    .filter((name) => !known.includes(name))
    .map((name) => body[name]);
}

function kindOf(extras: readonly unknown[]): string {
  if (extras.length === 0) return 'none';

  return extras.some((value) => typeof value === 'object') ? 'nested' : 'flat';
}
