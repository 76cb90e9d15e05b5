/** Reads and fills the templates of init. */
import { readPackageFile } from '../../src/contract/package-files.ts';

/** How CI runs tollgate. */
export type Way = 'npm' | 'image' | 'executable';

/** Replaces each `#{name}`. A value of several lines has the indentation of its place; a line whose values are all empty is left out. */
export function fillTemplate(name: string, values: Readonly<Record<string, string>>): string {
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

/** @throws Error where the package lacks it */
export function readTemplate(name: string): string {
  const text = readPackageFile(`cli/init/templates/${name}`);
  if (text === undefined) throw new Error(`the template ${name} is missing in this package`);

  return text;
}
