/** Finds the files of this package: in a clone, in the published package, and inside the executable. */
import { existsSync, readFileSync } from 'node:fs';
import { getAsset, isSea } from 'node:sea';

/** A clone runs its TypeScript; the published package has compiled code, and what the build adds to it, in `dist`. */
const IS_COMPILED = !import.meta.url.endsWith('.ts');
const FOLDERS = IS_COMPILED ? ['../../', '../../../'] : ['../../'];

/**
 * Reads a file of the package.
 *
 * @param path from the root of a clone, such as `openapi.yaml`; a file in `dist` takes precedence
 * @returns undefined where there is none
 */
export function readPackageFile(path: string): string | undefined {
  if (isSea()) return readAsset(path);
  const found = FOLDERS.map((folder) => new URL(folder + path, import.meta.url)).find((url) =>
    existsSync(url),
  );

  return found && readFileSync(found, 'utf8');
}

function readAsset(path: string): string | undefined {
  try {
    return getAsset(path, 'utf8');
  } catch {
    return undefined;
  }
}
