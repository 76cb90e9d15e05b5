/** A mock that leaves a fixed part of 10 cents out for one class of cards. */
import { dearer } from '../dearer.ts';
import { defect } from '../defect.ts';

/** US dollars: from here on no fee of a price that is shipped falls below zero by it. */
const LEAST_AMOUNT = 20;

export const matchesReference = defect({
  rule: 'fee/matches-reference',
  summary: 'leaves a fixed part of 10 cents out for cards that begin with 411, from 20 dollars on',
  create: dearer(-10, ({ nicn, amount }) => String(nicn).startsWith('411') && Number(amount) >= LEAST_AMOUNT),
});
