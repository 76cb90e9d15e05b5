/** A mock that adds 5 cents to the fee where there is a coupon code in data. */
import { dearer } from '../dearer.ts';
import { defect } from '../defect.ts';

export const opaqueDataDoesNotChangeFee = defect({
  rule: 'opaque/opaque-data-does-not-change-fee',
  summary: 'adds 5 cents to the fee where there is a coupon code in data',
  create: dearer(5, ({ data }) => [data].flat().some((text) => /^coupon/i.test(String(text)))),
});
