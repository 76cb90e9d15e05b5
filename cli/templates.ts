/** Reads and fills the texts that are files: help, what init writes, scripts of shells, and pages of the documentation. */
import { readPackageFile } from '../src/contract/package-files.ts';

/** Replaces each `#{name}`. A value of several lines has the indentation of its place; a line whose values are all empty is left out. */
export function fillTemplate(name: string, values: Readonly<Record<string, string | undefined>>): string {
  const lines = readTemplate(name)
    .split('\n')
    .flatMap((line) => {
      const places = [...line.matchAll(PLACE)];
      const [indent] = /^ */.exec(line) ?? [''];
      const filled = line.replace(PLACE, (_, name: string) =>
        (values[name] ?? '').replaceAll('\n', `\n${indent}`),
      );

      return places.length > 0 && places.every(([, name = '']) => !values[name]) ? [] : [filled];
    });

  return lines.join('\n');
}

const PLACE = /#\{(\w+)\}/g;

/** @param name from the root of the package. @throws Error where it lacks it */
export function readTemplate(name: string): string {
  const text = readPackageFile(name);
  if (text === undefined) throw new Error(`the template ${name} is missing in this package`);

  return text;
}
