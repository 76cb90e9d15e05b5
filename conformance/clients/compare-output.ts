/** Finds the output line that sets failed runs apart from runs that passed, apart from times, ports and ids. */
import { stripVTControlCharacters } from 'node:util';

/** Messages of assertions and errors, as test runners, languages and curl print them. */
const FAILURE =
  /(?:error|exception|failure)\b(?: ?\[\w+\])?: *\S|^E +\S|^curl: \(\d+\)|_test\.go:\d+: |^(?:expected|received):|\bexpected\b.+\b(?:but|got|received|to (?:be|equal|have|contain|match|throw))\b|^panic: /i;

/** What a test runner prints of any failure: its summary, and its own code in a stack. */
const SUMMARY =
  /^(?:[#ℹ✖×✕❯⎯ ]|test files?\b|tests?\b|test suites?:|snapshots:|duration|start at|time:|ran all|fail(?:ed|ing)?\b|npm (?:err|warn)|at |\d+ (?:passed|failed|passing|failing))/i;

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
  const knownShapes = new Set([...known].map(shapeOf));
  const otherLines = others.map((lines) => new Set(lines));
  const otherShapes = others.map((lines) => new Set(lines.map(shapeOf)));
  const isNewShape = (line: string) =>
    !knownShapes.has(shapeOf(line)) && otherShapes.every((shapes) => shapes.has(shapeOf(line)));
  // A line with another number: what differs between two equal runs is in one of them only.
  const isNewLine = (line: string) => !known.has(line) && otherLines.every((lines) => lines.has(line));

  const isNew = (line: string) => isNewShape(line) || isNewLine(line);
  const line =
    first.find((each) => FAILURE.test(each) && isNew(each)) ??
    first.find((each) => !SUMMARY.test(each) && isNewShape(each)) ??
    first.find(isNewShape) ??
    first.find(isNewLine);

  return line === undefined ? undefined : withNext(line, first);
}

/** The line, with the one after it where it ends with a colon or is the first half of a comparison. */
function withNext(line: string, lines: readonly string[]): string {
  const next = lines[lines.indexOf(line) + 1];
  const goesOn = line.endsWith(':') || /^expected:/i.test(line);

  return goesOn && next !== undefined ? `${line} ${next}` : line;
}

function linesOf(output: string): readonly string[] {
  return stripVTControlCharacters(output)
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The line without what differs from run to run: numbers, and letters with digits in between such as ids. */
function shapeOf(line: string): string {
  return line.replaceAll(/[\w-]*\d[\w.:-]*/g, '#').replaceAll(/\s+/g, ' ');
}
