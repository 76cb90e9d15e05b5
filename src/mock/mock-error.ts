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

const WRONG_ADDRESS: readonly unknown[] = [
  ...['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_SOCKET_BAD_PORT'],
];

/** A MockError for an address that cannot be listened on; any other error is returned unchanged. */
export function toStartError(cause: unknown, port: number, host: string): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const address = isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
  if (WRONG_ADDRESS.includes(code))
    return new MockError('address-unavailable', `cannot listen on ${address} (${code})`, { cause });
  if (code !== 'EADDRINUSE') return cause;
  const message = `${address} is already in use: choose another port (--port), or 0 for a free one`;

  return new MockError('address-in-use', message, { cause });
}
