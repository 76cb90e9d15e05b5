/** The hostile and awkward deployments, one list for each kind. */
import { CONTENT } from './content.ts';
import { ELSEWHERE } from './elsewhere.ts';
import type { Hostile } from './hostile.ts';
import { MANNERS } from './manners.ts';
import { SILENCE } from './silence.ts';
import { LONG_THROTTLING, THROTTLING } from './throttling.ts';
import { WIRE } from './wire.ts';

export const HOSTILE: readonly Hostile[] = [
  ...SILENCE,
  ...WIRE,
  ...CONTENT,
  ...THROTTLING,
  ...ELSEWHERE,
  ...MANNERS,
];

/** Deployments that take too long for a test. The benchmark judges them too. */
export const LONG: readonly Hostile[] = [...LONG_THROTTLING];
