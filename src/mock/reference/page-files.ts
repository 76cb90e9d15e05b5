/** The only file that knows Swagger UI: where the files of the page are, in a clone and in the published package. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PAGE_FILES, type PageFile } from './routes.ts';

/** A file as it is sent. */
export interface Served {
  readonly type: string;
  readonly text: string;
  readonly etag: string;
}

/** Those that are the same for every mock of a version. */
export type FixedFile = Exclude<PageFile, 'contract.json'>;

const OWN: readonly string[] = ['start.js', 'style.css'];

/** Those of Swagger UI, its licences among them. The build copies them, so that users need not install it. */
export const PACKAGED = PAGE_FILES.filter(
  (file): file is FixedFile => file !== 'contract.json' && !OWN.includes(file),
);

const TYPES = [
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
] as const;

/**
 * Reads a file, from beside this one or else from the package.
 *
 * @returns undefined where it is not installed
 */
export async function readPageFile(file: FixedFile): Promise<Served | undefined> {
  const beside = new URL(`./page/${OWN.includes(file) ? '' : 'swagger-ui/'}${file}`, import.meta.url);
  const text = (await read(beside)) ?? (await read(inPackage(file)));
  const type = TYPES.find(([ending]) => file.endsWith(ending))?.[1] ?? 'text/plain; charset=utf-8';

  return text === undefined ? undefined : { type, text, etag: etagOf(text) };
}

/** A tag that is the same for the same text and for no other. */
export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

async function read(path: string | URL | undefined): Promise<string | undefined> {
  return path === undefined ? undefined : readFile(path, 'utf8').catch(() => undefined);
}

/** Where a file of Swagger UI is installed; undefined where it is not. */
export function inPackage(file: string): string | undefined {
  try {
    const require = createRequire(import.meta.url);

    return join(dirname(require.resolve('swagger-ui-dist/package.json')), file);
  } catch {
    return undefined;
  }
}
