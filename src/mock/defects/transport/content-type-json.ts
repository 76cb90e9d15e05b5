/** A mock whose accepted answers say that they are plain text. */
import { defect } from '../defect.ts';

export const contentTypeJson = defect({
  rule: 'transport/content-type-json',
  summary: 'says of its accepted answers that they are plain text',
  create: () => ({
    rendered: (answer) =>
      answer.headers['content-type'] === 'application/json'
        ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } }
        : answer,
  }),
});
