/** What was agreed cannot be read: a line for each problem with where, what was expected, and what came. */
export class AgreementError extends Error {
  override readonly name = 'AgreementError';
  readonly code = 'agreement';
}
