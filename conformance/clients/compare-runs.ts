/** Finds what sets failed runs apart from runs that passed: a line of the output, or an exchange. */
import { stripVTControlCharacters } from 'node:util';
import type { Call } from '../../src/exchange/call.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { ClientRun } from './run-client.ts';

/** Messages of assertions and errors, as test runners, languages and curl print them. */
const FAILURE =
  /(?:error|exception|failure)\b(?: ?\[\w+\])?:\s*\S|^E +\S|^curl: \(\d+\)|_test\.go:\d+: |^(?:expected|received):|\bexpected\b.+\b(?:but|got|received|to (?:be|equal|have|contain|match|throw))\b|^panic: /i;

/** The head of a comparison of Jest, before its values or their diff. */
const MATCHER = /^expect\(.*\)\./;

/** What a test runner prints of any failure: its summary, and its own code in a stack. */
const SUMMARY =
  /^(?:[#ℹ✖×✕❯⎯ ]|test files?\b|tests?\b|test suites?:|snapshots:|duration|start at|time:|ran all|fail(?:ed|ing)?\b|npm (?:err|warn)|at |\d+ (?:passed|failed|passing|failing))/i;

/** The message of the assertion that failed, in the output of one run; undefined where it shows none. */
export function failureMessage(output: string): string | undefined {
  const lines = linesOf(output);
  const line = lines.find(isMessage) ?? lines.find((each) => MATCHER.test(each));

  return line && withDetails(line, lines);
}

function isMessage(line: string): boolean {
  return FAILURE.test(line) && !SUMMARY.test(line);
}

/**
 * Prefers the message of the assertion that failed to other lines, and those to the summary of a test runner.
 *
 * @param failed the output of each run that failed
 * @param passed the output of each run that passed
 * @returns undefined where no line sets them apart
 */
export function failureLine(failed: readonly string[], passed: readonly string[]): string | undefined {
  const [first, ...others] = failed.map(linesOf);
  if (first === undefined) return undefined;
  const known = new Set(passed.flatMap(linesOf));
  const knownShapes = new Set([...known].map(lineShapeOf));
  const otherLines = others.map((lines) => new Set(lines));
  const otherShapes = others.map((lines) => new Set(lines.map(lineShapeOf)));
  const isNewShape = (line: string) =>
    !knownShapes.has(lineShapeOf(line)) && otherShapes.every((shapes) => shapes.has(lineShapeOf(line)));
  // A line with another number: what differs between two equal runs is in one of them only.
  const isNewLine = (line: string) => !known.has(line) && otherLines.every((lines) => lines.has(line));

  const isNew = (line: string) => isNewShape(line) || isNewLine(line);
  const line =
    first.find((each) => isMessage(each) && isNew(each)) ??
    first.find((each) => MATCHER.test(each) && isNew(each)) ??
    first.find((each) => !SUMMARY.test(each) && isNewShape(each)) ??
    first.find(isNewShape) ??
    first.find(isNewLine);

  return line === undefined ? undefined : withDetails(line, first);
}

/** Before the lines of a diff, in Vitest and Jest, and in Node. */
const DIFF_HEADER = /^(?:- Expected\b|\+ actual - expected)/;
const DIFF = /^[-+] +(?!Expected\b|Received\b|actual\b)\S/;
const GOES_ON = /(?::|\|-)$|^expected *:/i;
const MOST_DETAILS = 20;
const MOST_CHANGES = 4;

/** The line, with those after it that belong to its sentence, comparison, value or diff. */
function withDetails(line: string, lines: readonly string[]): string {
  const at = lines.indexOf(line) + 1;
  const next = lines.slice(at, at + MOST_DETAILS);
  const diff = next.slice(0, 2).some((each) => DIFF_HEADER.test(each))
    ? next.filter((each) => DIFF.test(each))
    : [];
  const text = [line];
  for (const each of next) {
    if (diff.length > 0 || !(GOES_ON.test(text.at(-1) ?? '') || isOpen(text))) break;
    text.push(each);
  }

  const all = [...text, ...diff.slice(0, MOST_CHANGES)];

  return all.length === 1 ? line : all.join(' ').replaceAll(/\s+/g, ' ');
}

/** Whether the text ends within a value that has lines of its own. */
function isOpen(text: readonly string[]): boolean {
  const all = text.join('');

  return text.some((line) => /[[{(]$/.test(line)) && countOf(all, /[[{(]/g) > countOf(all, /[\]})]/g);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
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
  const [first, ...others] = passed.map(({ calls }) => calls);
  const { calls: sent } = failed;
  if (first === undefined || sent.length === 0) return undefined;
  const areAlike = (one: Call | undefined, other: Call | undefined) => shapeOf(one) === shapeOf(other);
  const isRepeatable = others.every(
    (other) => other.length === first.length && other.every((one, at) => areAlike(one, first[at])),
  );
  if (!isRepeatable) return undefined;
  const length = Math.max(sent.length, first.length);
  for (let at = 0; at < length; at += 1) {
    const [expected, got] = [first[at], sent[at]];
    if (areAlike(expected, got)) continue;
    const before = sent[at - 1];

    return {
      exchanges: [before, got].flatMap((one) => (one === undefined ? [] : [one.exchange])),
      what: `${at === 0 ? 'first' : `after request ${at}`} it sent ${describe(got)}, in place of ${describe(expected)}`,
    };
  }
  const shaped = sent.find(({ exchange }) => isShaped(exchange)) ?? sent[0];

  return {
    exchanges: shaped === undefined ? [] : [shaped.exchange],
    what: `it sent the same ${sent.length === 1 ? 'request' : `${sent.length} requests`}`,
  };
}

/** Identifiers are new in every run. */
function shapeOf(call: Call | undefined): string | undefined {
  if (call === undefined) return undefined;
  const { operation, fields } = call;
  const { sTxId, mTxId, ...others } = fields;
  const kept = Object.keys(others)
    .toSorted()
    .map((name) => [name, others[name]]);
  const text = JSON.stringify(kept).replaceAll(/"[^"]*\d[^"]*"/g, '"#"');

  return `${operation} ${sTxId === undefined ? '' : 'sTxId'} ${mTxId === undefined ? '' : 'mTxId'} ${text}`;
}

function describe(sent: Call | undefined): string {
  if (sent === undefined) return 'no further request';
  const names = Object.keys(sent.fields);

  return `${sent.operation === 'calculateFee' ? 'a fee call' : 'a sale'} with ${names.join(', ') || 'no field'}`;
}

/** The first call that the choice or fault has shaped, or else the last call of the run. */
export function shapedIn({ calls }: ClientRun): readonly Exchange[] {
  const one = calls.find(({ exchange }) => isShaped(exchange)) ?? calls.at(-1);

  return one === undefined ? [] : [one.exchange];
}

/** Whether the mock says that a choice or a fault shaped the response. */
function isShaped({ response: { headers } }: Exchange): boolean {
  return headers['tollgate-choices'] !== undefined || headers['tollgate-fault'] !== undefined;
}
