/** The control route that verifies which requests a test has sent. */
import { type ControlRoute, ok } from '../route.ts';
import { verifyJournal } from '../verification.ts';

export const verify: ControlRoute = {
  method: 'POST',
  path: '/verify',
  query: [],
  needsJournal: true,
  summary:
    'Counts the requests that match {"request":{"method","path","headers":{},"body":{…any members…}},"count":1 or {"atLeast":1,"atMost":2}}. Where they are too few, returns the most similar requests with their differences.',

  answer: ({ body }, { world }) => ok(verifyJournal(world.journal, body)),
};
