/** What --json prints: a result on standard output, an error on standard error. */
import { visible } from '../src/text/visible.ts';
import { flag } from './options.ts';

export const JSON_OPTION = flag('print JSON for programs');

export function toJson(value: unknown): string {
  return `${visible(JSON.stringify(value, undefined, 2))}\n`;
}

/** Whether the arguments ask for JSON; what follows `--` belongs to another command. */
export function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');

  return args.slice(0, end === -1 ? args.length : end).includes('--json');
}

/** An error message as `{ error: { code, message, fix } }`: the fix is the suggestion that it ends with, else the help. */
export function toJsonError(code: string, problem: string, fix: string): string {
  const text = problem.replace(/^tollgate: /, '').trim();
  const found =
    /[(.:]*\s*\b(did you mean [^\n]*\?|see tollgate [^\n)]*--help\b|please report it|The command tollgate rules lists them)/i.exec(
      text,
    );
  const message = (found === null ? text : text.slice(0, found.index)).trim();

  return toJson({ error: { code, message, fix: found?.[1] ?? fix } });
}
