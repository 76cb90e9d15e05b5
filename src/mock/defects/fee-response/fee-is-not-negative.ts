/** A mock that gives a dollar back where up to a dollar is paid. */
import { dearer } from '../dearer.ts';
import { defect } from '../defect.ts';

export const feeIsNotNegative = defect({
  rule: 'fee-response/fee-is-not-negative',
  summary: 'gives a dollar back where up to a dollar is paid',
  create: dearer(-100, ({ amount }) => Number(amount) <= 1),
});
