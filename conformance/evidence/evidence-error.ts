/** Files that cannot be read as evidence, or that do not belong together: WHERE: expected X, got Y. */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError';
  readonly code = 'evidence';
}
