/** The hostile and awkward deployments, one list a kind of trouble. */
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

/** What takes too long for a test: the benchmark asks these as well. */
export const LONG: readonly Hostile[] = [...LONG_THROTTLING];
