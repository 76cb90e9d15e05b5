/** Finds what sets failed runs apart from runs that passed: a line of the output, or an exchange. */
import { stripVTControlCharacters } from 'node:util';
import type { Call } from '../../src/exchange/call.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { shapeOf } from '../rule/client-calls.ts';
import type { ClientRun } from './run-client.ts';

/** Messages of assertions and errors, as test runners, languages and curl print them. */
const MESSAGE =
  /(?:error|exception|failure)\b(?: ?\[\w+\])?:\s*\S|^E +\S|^curl: \(\d+\)|_test\.go:\d+: |^(?:expected|received):|\bexpected\b.+\b(?:but|got|received|to)\b|^panic: |^expect\(.*\)\./i;

/** What a test runner prints of any failure: its summary, and its own code in a stack. */
const SUMMARY =
  /^(?:[#ℹ✖×✕❯⎯ ]|test files?\b|tests?\b|test suites?:|snapshots:|duration|start at|time:|ran all|fail(?:ed|ing)?\b|npm (?:err|warn)|at |\d+ (?:passed|failed|passing|failing))/i;

/**
 * The message of an assertion or an error that every failed run printed and no run that passed, numbers aside.
 *
 * @param failed the output of each run that failed
 * @param passed the output of each run that passed
 */
export function failureLine(failed: readonly string[], passed: readonly string[]): string | undefined {
  const [lines = [], ...others] = failed.map(linesOf);
  const known = new Set(passed.flatMap(linesOf).map(lineShapeOf));
  const isFresh = (line: string) =>
    !known.has(lineShapeOf(line)) &&
    others.every((other) => other.some((one) => lineShapeOf(one) === lineShapeOf(line)));
  const message = lines.find((line) => MESSAGE.test(line) && !SUMMARY.test(line) && isFresh(line));

  return message?.replaceAll(/\s+/g, ' ');
}

function linesOf(output: string): readonly string[] {
  return stripVTControlCharacters(output)
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The line without what differs from run to run: numbers, and letters with digits in between such as ids. */
function lineShapeOf(line: string): string {
  return line.replaceAll(/[\w-]*\d[\w.:-]*/g, '#').replaceAll(/\s+/g, ' ');
}

export interface Divergence {
  /** The response after which the client behaved differently, and its next request, if any. */
  readonly exchanges: readonly Exchange[];
  /** In words, such as `after request 2 it sent no further request, in place of a sale with sTxId`. */
  readonly what: string;
}

/**
 * Compares requests by operation and fields; numbers in identifiers differ from run to run.
 *
 * @returns undefined where it cannot be said, because the requests of two runs that passed differ too
 */
export function findDivergence(failed: ClientRun, passed: readonly ClientRun[]): Divergence | undefined {
  const [first, ...others] = passed.map(({ calls }) => calls.map(shapeOf));
  const sent = failed.calls.map(shapeOf);
  if (first === undefined || sent.length === 0) return undefined;
  if (others.some((other) => other.join('\n') !== first.join('\n'))) return undefined;
  const length = Math.max(sent.length, first.length);
  const at = Array.from({ length }).findIndex((_, index) => sent[index] !== first[index]);
  if (at === -1)
    return {
      exchanges: shapedIn(failed),
      what: `it sent the same ${sent.length === 1 ? 'request' : `${sent.length} requests`} as in the runs that passed`,
    };
  const [before, got] = [failed.calls[at - 1], failed.calls[at]];

  return {
    exchanges: [before, got].flatMap((one) => (one === undefined ? [] : [one.exchange])),
    what: `${at === 0 ? 'first' : `after request ${at}`} it sent ${describe(got)}, in place of ${describe(passed[0]?.calls[at])}`,
  };
}

function describe(sent: Call | undefined): string {
  if (sent === undefined) return 'no further request';
  const names = Object.keys(sent.fields);

  return `${sent.operation === 'calculateFee' ? 'a fee call' : 'a sale'} with ${names.join(', ') || 'no field'}`;
}

/** The first call of which the mock says that a choice or fault has shaped the response, or else the last call. */
export function shapedIn({ calls }: ClientRun): readonly Exchange[] {
  const isShaped = ({ exchange: { response } }: Call) =>
    response.headers['tollgate-choices'] !== undefined || response.headers['tollgate-fault'] !== undefined;
  const one = calls.find(isShaped) ?? calls.at(-1);

  return one === undefined ? [] : [one.exchange];
}
