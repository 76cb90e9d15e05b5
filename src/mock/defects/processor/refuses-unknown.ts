/** A mock that takes a processor that the merchant does not have for its first one. */
import { defect } from '../defect.ts';
import { mending } from '../mending.ts';

export const refusesUnknownProcessor = defect({
  rule: 'processor/refuses-unknown',
  summary: 'takes a processor that the merchant does not have for its first one',
  create: mending('unknown-processor', ({ processors }) => ({ processor: processors[0]?.mid })),
});
