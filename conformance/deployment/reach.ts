/** How an address is reached: by what was typed, by what a deployment file says, and by the environment. */
import { dirname, isAbsolute, join } from 'node:path';
import type { Reach } from '../client/reach.ts';
import { routeTo } from './route.ts';
import { readTlsFiles, type TlsPaths } from './tls-files.ts';

/** Of the command line: by their paths from the folder of this process. */
export interface TypedTls extends TlsPaths {
  readonly insecure?: boolean;
}

interface Told {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly typed?: TypedTls | undefined;
  /** Of the deployment file at `where`: by their paths from there. */
  readonly written?: TlsPaths | undefined;
  readonly where?: string;
}

/**
 * What is typed takes the place of what is written; a certificate goes with its key.
 *
 * @throws DeploymentError
 */
export function readReach(
  url: URL,
  { environment, typed: { insecure = false, ...paths } = {}, written = {}, where = '' }: Told,
): Reach {
  const isTyped = paths.cert !== undefined || paths.key !== undefined;
  const { cert, key } = isTyped ? {} : written;
  const typed = readTlsFiles(paths, {
    named: (name) => `--${name}`,
    before: '',
    resolve: (path) => path,
  });
  const rest = readTlsFiles(
    { ca: paths.ca === undefined ? written.ca : undefined, cert, key },
    {
      named: (name) => `tls.${name}`,
      before: `${where}: `,
      resolve: (path) => (isAbsolute(path) ? path : join(dirname(where), path)),
    },
  );
  const isOff = insecure || environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';

  return { route: routeTo(url, environment), tls: { ...rest, ...typed, insecure: isOff } };
}
