/** What is wrong before anything is sent, each with a code that stays. */

export type FeeClientErrorCode = 'base-url' | 'nicn' | 'timeout' | 'token';

export class FeeClientError extends Error {
  override readonly name = 'FeeClientError';
  readonly code: FeeClientErrorCode;

  constructor(code: FeeClientErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
