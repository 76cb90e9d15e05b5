/** The files of the console, which mock and proxy serve: the command line and the package entry hand them in. */
import type { IncomingHttpHeaders } from 'node:http';

export interface ConsoleFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface ConsoleFiles {
  /**
   * @param path without the world's part and the query: `/`, `/_tollgate`, `/_tollgate/` for the page, or the path of a
   * script or style
   */
  readonly find: (path: string) => Promise<ConsoleFile | undefined>;
}

/** The folder of scripts and styles. */
export const CONSOLE_FOLDER = '/_tollgate/console/';

/** Whether a browser opens this address as a page, in a window or tab of its own. */
export function isNavigation({
  'sec-fetch-dest': dest,
  'sec-fetch-mode': mode,
}: IncomingHttpHeaders): boolean {
  return dest === 'document' && mode === 'navigate';
}
