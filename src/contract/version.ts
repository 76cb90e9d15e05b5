/** Reads the version of this package. */
import { readPackageFile } from './package-files.ts';

export function version(): string {
  const text = readPackageFile('package.json');

  return text === undefined ? 'unknown' : (JSON.parse(text) as { version: string }).version;
}
