/** Tells errors that the user can fix from errors of tollgate itself. */
import { UsageError } from './command.ts';
import { safeProblem } from './safe-problem.ts';

const USER_ERROR_CODES: ReadonlySet<unknown> = new Set([
  'configuration',
  'deployment',
  'agreement',
  'selection',
  'merchants-unreadable',
  'unknown-merchant',
  'no-signing-key',
  'token-options',
  'certificate-unusable',
  'har',
  'control-options',
  'unknown-defect',
  'unknown-choice',
  'unknown-option',
  'address-in-use',
  'address-unavailable',
]);

/** An error that the user can fix: its message says how. */
export function isUserError(error: unknown): error is Error {
  return (
    error instanceof UsageError ||
    (error instanceof Error && 'code' in error && USER_ERROR_CODES.has(error.code))
  );
}

/** Any other error, in one line. */
export function describeInternalError(error: unknown): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);

  return safeProblem(`this is a fault of tollgate itself, please report it: ${what}`);
}
