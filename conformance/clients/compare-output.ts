/** Finds the first output line that sets failed runs apart from runs that passed, apart from times, ports and ids. */
import { stripVTControlCharacters } from 'node:util';

/**
 * @param failed the output of each run that failed
 * @param passed the output of each run that passed
 * @returns undefined where no line sets them apart
 */
export function firstDifference(failed: readonly string[], passed: readonly string[]): string | undefined {
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

  return first.find(isNewShape) ?? first.find(isNewLine);
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
