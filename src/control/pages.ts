/** The pages that mock and proxy serve to browsers; the command line and the package entry hand in those of the console. */
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

/** Whether the header Accept prefers HTML to JSON: browsers name text/html, other programs JSON or any type. */
export function wantsPage(accept = ''): boolean {
  return qualityOf('text/html', accept) > qualityOf('application/json', accept);
}

/** The weight of a type (RFC 9110, section 12.4.2); 0 where the header does not name it. */
function qualityOf(type: string, accept: string): number {
  const range = accept.split(',').find((one) => one.trim().toLowerCase().startsWith(type));
  if (range === undefined) return 0;
  const [, weight] = /;\s*q=([^;\s]*)/i.exec(range) ?? [];

  return weight === undefined ? 1 : Number(weight) || 0;
}
