/** The files of the console, with the fixes of the rules, which the page reads as soon as a rule failed. */
import { createConsoleFiles } from '../src/console/console-files.ts';
import type { ConsoleFiles } from '../src/control/pages.ts';

export function consoleFiles(): ConsoleFiles {
  return createConsoleFiles(async () => (await import('../conformance/report/failure.ts')).fixes());
}
