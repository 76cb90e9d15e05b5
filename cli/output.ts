/** What is printed as JSON, and error messages: those that the user can act on, without secrets. */
import { maskAddresses } from '../src/text/mask.ts';
import { visible } from '../src/text/visible.ts';

/** By their names: a class may be loaded twice, in a command and in the thread that it starts. */
const USER_ERRORS: ReadonlySet<string> = new Set(
  'AgreementError ConfigurationError DeploymentError EvidenceError MockError NotHarError ProfileError SelectionError UsageError'.split(
    ' ',
  ),
);

/** An error that the user can fix: its message says how. */
export function isUserError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && USER_ERRORS.has(error.name);
}

/** Describes any other error, in one line. */
export function describeInternalError(error: unknown): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);

  return safeProblem(`this is a fault of tollgate itself, please report it: ${what}`);
}

const HIDDEN = '(not shown)';

/**
 * Masks secrets in an error message, which may repeat the arguments: a misspelt option (`--tokn=SECRET`) or a surplus
 * argument may be one.
 */
export function safeProblem(text: string): string {
  const hidden = text
    .replaceAll(/(unknown option '--[^'=]{1,100}=)[^\n]*'/g, `$1${HIDDEN}'`)
    .replaceAll(/(unknown option '-[^-'])[^'\n]+'/g, `$1${HIDDEN}'`)
    .replaceAll(/(too many arguments[^\n]{0,200}? but got \d+): [^\n]*/g, '$1.');

  return visible(maskAddresses(hidden));
}

export function toJson(value: unknown): string {
  return `${visible(JSON.stringify(value, undefined, 2))}\n`;
}

/** Whether the arguments ask for JSON; what follows `--` belongs to another command. */
export function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');

  return args.slice(0, end === -1 ? args.length : end).includes('--json');
}

/** The last words of commander, and what messages of one problem end with. */
const HELP_HINT = /\s*\(see tollgate [^\n]*--help\)$/;
const SUGGESTION =
  /[(.:]*\s*\b(did you mean [^\n]*\?|check the path|The command tollgate rules lists them)\)?\.?$/i;

/** An error message as `{ error: { code, message, fix } }`: the fix is the suggestion that it ends with, else the help. */
export function toJsonError(code: string, problem: string, fix: string): string {
  const text = problem
    .replace(/^tollgate: /, '')
    .trim()
    .replace(HELP_HINT, '');
  const found = SUGGESTION.exec(text);
  const message = text.slice(0, found?.index).trim();

  // Of several problems, each line keeps its own.
  return toJson({
    error: message.includes('\n') ? { code, message: text, fix } : { code, message, fix: found?.[1] ?? fix },
  });
}

/** Different problems that are printed. */
const MOST_PROBLEMS = 20;

/** Prints each problem once, as its first line has it: what fails may fail for every request. */
export function warnOnce(warn: (text: string) => void): (problem: string, line?: string) => void {
  const known = new Set<string>();

  return (problem, line = problem) => {
    if (known.has(problem) || known.size === MOST_PROBLEMS) return;
    known.add(problem);
    warn(line);
  };
}
