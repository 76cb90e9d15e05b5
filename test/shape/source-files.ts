/** Reads the project's source: its files and their imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../support/root.ts';

export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Files of the project, relative to the root. */
  readonly importsFiles: readonly string[];
  /** Those that are loaded with the file: not types. */
  readonly loadsFiles: readonly string[];
  /** Packages, without sub-paths and without Node's modules. */
  readonly importsPackages: readonly string[];
}

/** Every `.ts` and `.tsx` file below the folders, except tests. */
export function sourceFiles(...folders: readonly string[]): readonly SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts') && !name.endsWith('.gen.ts'))
      .map((name) => read(join(ROOT, folder, name))),
  );
}

/** The tests of a worker ask for the same files. */
const known = new Map<string, SourceFile>();

function read(absolute: string): SourceFile {
  const file = known.get(absolute) ?? scan(absolute);
  known.set(absolute, file);

  return file;
}

function scan(absolute: string): SourceFile {
  const text = readFileSync(absolute, 'utf8');
  const specifiers = specifiersIn(text);
  const isOwn = (specifier: string) => specifier.startsWith('.');
  const fromRoot = (path: string) => relative(ROOT, path).replaceAll('\\', '/');

  return {
    path: fromRoot(absolute),
    text,
    importsFiles: specifiers.filter(isOwn).map((specifier) => fromRoot(join(dirname(absolute), specifier))),
    loadsFiles: specifiersIn(withoutTypeImports(text))
      .filter(isOwn)
      .map((specifier) => fromRoot(join(dirname(absolute), specifier))),
    importsPackages: specifiers
      .filter((specifier) => !isOwn(specifier) && !specifier.startsWith('node:'))
      .map(packageOf),
  };
}

/** As the formatter writes imports; the compiler finds the same, and takes a second. */
const IMPORT = /^(?:import|export) (?:[^;'"`=()]*? from )?'([^']+)'|\bimport\(\s*'([^']+)'/gm;

function specifiersIn(text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].map(([, stated, called]) => stated ?? called ?? '');
}

function withoutTypeImports(text: string): string {
  return text.replace(/^(?:import|export) type [^;]*;/gm, '');
}

function packageOf(specifier: string): string {
  const parts = specifier.split('/');

  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}
