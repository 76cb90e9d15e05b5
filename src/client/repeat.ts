/** Sends a call again after no response, or after a refusal for now; and gives a call a time limit. */
import { FeeClientError } from './result.ts';

/** The first pause in milliseconds; each further one is twice as long. */
const PAUSE = 250;
const LONGEST_PAUSE = 30_000;
const MOST_REPEATS = 10;

interface Repeatable {
  readonly kind: string;
  readonly retryAfter?: number | undefined;
  readonly reason?: string;
}

/**
 * Returns the last result. Pauses grow and vary, so that clients do not all repeat at once; a refusal for more than 30
 * seconds is returned at once.
 */
export async function repeat<Result extends Repeatable>(
  send: () => Promise<Result>,
  repeats: number,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const isAborted = () => signal?.aborted === true;
  for (let sent = 1; ; sent++) {
    const result = await send();
    const isOver = sent > repeats || isAborted();
    const canRepeat =
      result.kind === 'later' || (result.kind === 'unanswered' && result.reason !== 'aborted');
    if (isOver || !canRepeat || (result.retryAfter ?? 0) > LONGEST_PAUSE) return result;
    const pause = Math.min(PAUSE * 2 ** (sent - 1), LONGEST_PAUSE) * (0.5 + Math.random());
    await sleep(Math.max(pause, result.retryAfter ?? 0), signal);
    if (isAborted()) return result;
  }
}

/** @throws FeeClientError for another number, or a first call that would open a second transaction */
export function readRepeats(repeats: number, isSafe: boolean): number {
  if (!Number.isInteger(repeats) || repeats < 0 || repeats > MOST_REPEATS)
    throw new FeeClientError(
      'repeats',
      `repeats: expected a whole number from 0 to ${MOST_REPEATS}, got ${repeats}`,
    );
  if (repeats > 0 && !isSafe)
    throw new FeeClientError(
      'repeats',
      'repeats: expected a fee call with an mTxId or an sTxId, got one without: repeated, it would open another transaction',
    );

  return repeats;
}

/** Resolves after the time, or when the caller aborts. */
async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  using limit = createTimeLimit(milliseconds, signal);
  if (limit.signal.aborted) return;
  await new Promise((resolve) => limit.signal.addEventListener('abort', resolve, { once: true }));
}

/** Leaves no timer and no listener behind. */
export interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
}

/** `AbortSignal.timeout` and `AbortSignal.any` keep their timers and listeners until the limit or the end of `caller`. */
export function createTimeLimit(milliseconds: number, caller: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const onAbort = () => controller.abort(caller?.reason);
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort(new DOMException(`no response within ${milliseconds} ms`, 'TimeoutError'));
  }, milliseconds);
  if (caller?.aborted === true) onAbort();
  caller?.addEventListener('abort', onAbort, { once: true });

  return {
    signal: controller.signal,
    isOver: () => isOver,
    [Symbol.dispose]() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    },
  };
}
