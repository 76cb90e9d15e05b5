/** Prints errors of a running mock: one line for each kind, and one when the ledger works again. */
import type { Awaitable, Ledger } from '../ledger/ledger.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import type { MockOptions } from '../mock/index.ts';
import type { CommandContext } from './command.ts';
import { describeInternalError } from './errors.ts';

export interface TroubleLog {
  readonly onBug: Exclude<MockOptions['onBug'], undefined>;
  /** Wraps the ledger, to notice when it works again. */
  readonly watch: (ledger: Ledger) => Ledger;
}

/** The shortest time between two lines about the ledger, in milliseconds. */
const PAUSE = 10_000;

/** Of more different bugs than these no line is printed. */
const MOST_BUGS = 20;

/** @param now the time, in milliseconds */
export function createTroubleLog(
  { warn }: Pick<CommandContext, 'warn'>,
  now: () => number = () => performance.now(),
): TroubleLog {
  const bugs = new Set<string>();
  let lastTold = Number.NEGATIVE_INFINITY;
  let trouble: { readonly code: string; readonly isTold: boolean; readonly count: number } | undefined;

  const tellOfLedger = (error: LedgerError, requestId: string) => {
    const isSame = trouble?.code === error.code && trouble.isTold;
    const isDue = !isSame && now() - lastTold >= PAUSE;
    if (isDue) {
      warn(`tollgate: ${error.code}: ${hush(error.message)}; answered 503, request ${requestId}\n`);
      lastTold = now();
    }
    trouble = { code: error.code, isTold: isSame || isDue, count: (trouble?.count ?? 0) + 1 };
  };
  const seeItWork = () => {
    if (trouble === undefined) return;
    const { isTold, count } = trouble;
    trouble = undefined;
    if (isTold) warn(`tollgate: the ledger is back; requests answered 503 meanwhile: ${count}\n`);
  };
  const watched = <T>(answer: Awaitable<T>): Awaitable<T> => {
    if (!(answer instanceof Promise)) return answer;

    return answer.then((value) => {
      seeItWork();
      return value;
    });
  };

  return {
    onBug(error, requestId) {
      if (error instanceof LedgerError) return tellOfLedger(error, requestId);
      const bug = hush(describeInternalError(error));
      if (bugs.has(bug) || bugs.size === MOST_BUGS) return;
      bugs.add(bug);
      warn(`tollgate: ${bug}; answered 500, request ${requestId}\n`);
    },
    watch(ledger) {
      const { list } = ledger;

      return {
        ...ledger,
        record: (...asked) => watched(ledger.record(...asked)),
        attach: (...asked) => watched(ledger.attach(...asked)),
        find: (...asked) => watched(ledger.find(...asked)),
        clear: (...asked) => watched(ledger.clear(...asked)),
        ...(list === undefined ? {} : { list: (...asked) => watched(list(...asked)) }),
      };
    },
  };
}

/** One line without tokens and without card numbers. */
function hush(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\beyJ[\w-]*(?:\.[\w-]*)*/g, '[a token]')
    .replaceAll(/\d{9,}/g, '[digits]');
}
