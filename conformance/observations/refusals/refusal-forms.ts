/** What each kind of refusal looks like: status, Content-Type and shape. Noted for people; no mock could do it all. */
import type { Observation } from '../observation.ts';
import { shapeOf } from '../shape.ts';
import { causeOf } from './refused-for.ts';

export const refusalForms: Observation = {
  id: 'observe/refusal-forms',
  level: 'observe',
  section: '7',
  title: 'Which status, Content-Type and shape does each kind of refusal have?',
  choice: undefined,
  joins: 'each',

  reads(sight) {
    const cause = causeOf(sight);

    return cause === undefined ? undefined : [`${cause}: ${shapeOf(sight.answer)}`];
  },
};
