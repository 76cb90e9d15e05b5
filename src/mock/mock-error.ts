/** What can go wrong when a mock is made, started or asked, each with a code that stays. */

export type MockErrorCode =
  | 'address-in-use'
  | 'address-unavailable'
  | 'certificate-unusable'
  | 'control-options'
  | 'merchants-unreadable'
  | 'no-answer'
  | 'no-signing-key'
  | 'token-options'
  | 'unknown-merchant'
  | 'unknown-defect'
  | 'unknown-choice'
  | 'unknown-option'
  | 'world-name';

export class MockError extends Error {
  override readonly name = 'MockError';
  readonly code: MockErrorCode;

  constructor(code: MockErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** From what listening ran into; what is no such thing is a bug and stays as it is. */
export function toStartError(cause: unknown, port: number, host: string): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new MockError(
        'address-in-use',
        `port ${port} of ${host} is taken: choose another, or 0 for a free one`,
        {
          cause,
        },
      );
    case 'EACCES':
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ERR_SOCKET_BAD_PORT':
      return new MockError('address-unavailable', `port ${port} of ${host} cannot be listened on (${code})`, {
        cause,
      });
    default:
      return cause;
  }
}
