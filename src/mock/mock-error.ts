/** The errors of creating, starting and calling a mock, each with a stable code. */
import { isIPv6 } from 'node:net';

export type MockErrorCode =
  | 'address-in-use'
  | 'address-unavailable'
  | 'certificate-unusable'
  | 'choice-refused'
  | 'control-options'
  | 'merchants-unreadable'
  | 'no-answer'
  | 'no-signing-key'
  | 'not-observed'
  | 'rule-pattern'
  | 'token-options'
  | 'unknown-merchant'
  | 'unknown-defect'
  | 'unknown-choice'
  | 'unknown-option'
  | 'unknown-scenario'
  | 'verification'
  | 'world-name';

export class MockError extends Error {
  override readonly name = 'MockError';
  readonly code: MockErrorCode;

  constructor(code: MockErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A MockError for an address that cannot be listened on; any other error is returned unchanged. */
export function toStartError(cause: unknown, port: number, host: string): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new MockError(
        'address-in-use',
        `${toAuthority(host, port)} is already in use: choose another port, or 0 for a free one`,
        { cause },
      );
    case 'EACCES':
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ERR_SOCKET_BAD_PORT':
      return new MockError('address-unavailable', `cannot listen on ${toAuthority(host, port)} (${code})`, {
        cause,
      });
    default:
      return cause;
  }
}

function toAuthority(host: string, port: number): string {
  return isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
}
