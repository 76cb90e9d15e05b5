/** Prints errors of a running mock: one line for each kind, and one when the ledger works again. */
import type { Awaitable, Ledger } from '../src/ledger/ledger.ts';
import { LedgerError } from '../src/ledger/ledger-error.ts';
import type { MockOptions } from '../src/mock/index.ts';
import type { CommandContext } from './command.ts';
import { describeInternalError, safeProblem } from './output.ts';

export interface TroubleLog {
  readonly onBug: Exclude<MockOptions['onBug'], undefined>;
  /** Wraps the ledger, to notice when it works again. */
  readonly watch: (ledger: Ledger) => Ledger;
}

/** The shortest time between two lines about the ledger, in milliseconds. */
const PAUSE = 10_000;

/** Different bugs that are printed. */
const MOST_BUGS = 20;

/** @param now the time, in milliseconds */
export function createTroubleLog(
  { warn }: Pick<CommandContext, 'warn'>,
  now: () => number = () => performance.now(),
): TroubleLog {
  const bugs = new Set<string>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  let trouble: { readonly code: string; readonly isLogged: boolean; readonly count: number } | undefined;

  const logLedgerError = (error: LedgerError, requestId: string) => {
    const isSame = trouble?.code === error.code && trouble.isLogged;
    const isDue = !isSame && now() - loggedAt >= PAUSE;
    if (isDue) {
      warn(`tollgate: ${error.code}: ${clean(error.message)}; answered 503, request ${requestId}\n`);
      loggedAt = now();
    }
    trouble = { code: error.code, isLogged: isSame || isDue, count: (trouble?.count ?? 0) + 1 };
  };
  const logRecovery = () => {
    if (trouble === undefined) return;
    const { isLogged, count } = trouble;
    trouble = undefined;
    if (isLogged) warn(`tollgate: the ledger is back; requests answered 503 meanwhile: ${count}\n`);
  };
  const watched = <T>(answer: Awaitable<T>): Awaitable<T> => {
    if (!(answer instanceof Promise)) return answer;

    return answer.then((value) => {
      logRecovery();
      return value;
    });
  };

  return {
    onBug(error, requestId) {
      if (error instanceof LedgerError) return logLedgerError(error, requestId);
      const bug = clean(describeInternalError(error));
      if (bugs.has(bug) || bugs.size === MOST_BUGS) return;
      bugs.add(bug);
      warn(`tollgate: ${bug}; answered 500, request ${requestId}\n`);
    },
    watch(ledger) {
      const { list } = ledger;

      return {
        ...ledger,
        record: (...given) => watched(ledger.record(...given)),
        attach: (...given) => watched(ledger.attach(...given)),
        find: (...given) => watched(ledger.find(...given)),
        clear: (...given) => watched(ledger.clear(...given)),
        ...(list === undefined ? {} : { list: (...given) => watched(list(...given)) }),
      };
    },
  };
}

/** On one line, without secrets. */
function clean(text: string): string {
  return safeProblem(text.replaceAll(/\s+/g, ' '));
}
