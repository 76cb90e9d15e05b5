/** Reads the files of the page, in a clone and in the published package. The only file that knows Swagger UI. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readPackageFile } from '../../contract/package-files.ts';
import { PAGE_FILES, type PageFile } from './reference-paths.ts';

/** A file as the mock sends it. */
export interface Served {
  readonly type: string;
  readonly text: string;
}

/** The files that do not depend on the merchants. */
export type FixedFile = Exclude<PageFile, 'contract.json'>;

const OWN: readonly string[] = ['start.js', 'style.css'];

/** The files of Swagger UI with its licences. The build copies them into dist, so users need no Swagger UI. */
export const PACKAGED = PAGE_FILES.filter(
  (file): file is FixedFile => file !== 'contract.json' && !OWN.includes(file),
);

const TYPES = [
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
] as const;

/**
 * Reads a file of the page; in a clone, those of Swagger UI are in the package swagger-ui-dist.
 *
 * @returns undefined where the file is in neither
 */
export function readPageFile(file: FixedFile): Served | undefined {
  const text =
    readPackageFile(`src/mock/reference/page/${OWN.includes(file) ? '' : 'swagger-ui/'}${file}`) ??
    readInstalled(file);
  const type = TYPES.find(([ending]) => file.endsWith(ending))?.[1] ?? 'text/plain; charset=utf-8';

  return text === undefined ? undefined : { type, text };
}

function readInstalled(file: FixedFile): string | undefined {
  const path = inPackage(file);

  return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** The path of a file of the package; undefined where the package is not installed. */
export function inPackage(file: string): string | undefined {
  try {
    const require = createRequire(import.meta.url);

    return join(dirname(require.resolve('swagger-ui-dist/package.json')), file);
  } catch {
    return undefined;
  }
}
