/** Reads `--retain`: how many transactions are kept, or for how long. */
import { TIME_UNITS } from '../text/duration.ts';
import { UsageError } from './command.ts';

export type Retention =
  /** The newest transactions by their last change. */
  | { readonly kind: 'count'; readonly count: number }
  /** Until so long after the last change. */
  | { readonly kind: 'time'; readonly milliseconds: number };

const MOST = 1_000_000_000;

/** In milliseconds: ten years. */
const LONGEST = 3_650 * 86_400_000;

/** @throws UsageError where it is neither a number such as `10000` nor a time such as `24h` */
export function readRetention(text: string): Retention {
  const [, figure = '', unit = ''] = /^([0-9]+)([smhd]?)$/.exec(text) ?? [];
  const [count, milliseconds] = [Number(figure), Number(figure) * (TIME_UNITS[unit] ?? Number.NaN)];
  if (unit === '' && count >= 1 && count <= MOST) return { kind: 'count', count };
  if (milliseconds >= 1 && milliseconds <= LONGEST) return { kind: 'time', milliseconds };
  throw new UsageError(
    `--retain: expected a number of transactions from 1 to ${MOST}, or a time such as 90s, 15m, 24h or 7d, got ${text}`,
  );
}
