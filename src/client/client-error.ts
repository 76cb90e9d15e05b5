/** Errors of a call that cannot be sent; codes are stable. */

export type FeeClientErrorCode = 'base-url' | 'nicn' | 'repeats' | 'timeout' | 'token';

export class FeeClientError extends Error {
  override readonly name = 'FeeClientError';
  readonly code: FeeClientErrorCode;

  constructor(code: FeeClientErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
