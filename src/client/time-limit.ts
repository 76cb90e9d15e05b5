/** Gives a call a time limit, and leaves no timer and no listener behind. */

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
