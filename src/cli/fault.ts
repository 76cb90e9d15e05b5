/** Whose fault an error is: the user's, who can mend it, or the tool's. */
import { UsageError } from './command.ts';
import { safeProblem } from './safe-problem.ts';

const CONFIGURATION_FAULTS: ReadonlySet<unknown> = new Set([
  'configuration',
  'deployment',
  'agreement',
  'selection',
  'merchants-unreadable',
  'unknown-merchant',
  'no-signing-key',
  'token-options',
  'certificate-unusable',
  'control-options',
  'unknown-defect',
  'unknown-choice',
  'unknown-option',
  'address-in-use',
  'address-unavailable',
]);

/** Whatever the user can mend: the message says how. */
export function isConfigurationFault(error: unknown): error is Error {
  return (
    error instanceof UsageError ||
    (error instanceof Error && 'code' in error && CONFIGURATION_FAULTS.has(error.code))
  );
}

/** Everything else, in one line. */
export function describeFaultOfTheTool(error: unknown): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);

  return safeProblem(`this is a fault of tollgate itself, please report it: ${what}`);
}
