/** A mock that answers PUT as it answers POST. */
import { defect } from '../defect.ts';

export const postOnly = defect({
  rule: 'transport/post-only',
  summary: 'answers PUT as it answers POST',
  create: () => ({ methods: ['PUT'] }),
});
