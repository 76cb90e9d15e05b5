/** Reads the version of this package. */
import { existsSync, readFileSync } from 'node:fs';

/** In the published package, package.json is one folder higher. */
export function version(): string {
  const candidates = ['../../package.json', '../../../package.json'].map(
    (path) => new URL(path, import.meta.url),
  );
  const found = candidates.find((candidate) => existsSync(candidate));

  return found === undefined
    ? 'unknown'
    : (JSON.parse(readFileSync(found, 'utf8')) as { version: string }).version;
}
