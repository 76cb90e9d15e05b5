/** The problem details (RFC 9457) of mock and proxy. */

// An import of node:http reads all its names, and WebSocket loads fetch: a fifth of the mock's start.
export const { STATUS_CODES } = process.getBuiltinModule('node:http');

export const PROBLEM_TYPE = 'application/problem+json';

/** @param code the end of the type, such as `not-found` */
export function problem(code: string, status: number, detail: string) {
  return { type: `urn:tollgate:problem:${code}`, title: statusName(status), status, detail };
}

/** The usual name of an HTTP status, such as `Not found`, or of its class. */
function statusName(status: number): string {
  const [first = '', ...others] = (
    STATUS_CODES[status] ?? `${status < 500 ? 'Client' : 'Server'} Error`
  ).split(' ');
  const isAbbreviation = (word: string) => word === word.toUpperCase();

  return [first, ...others.map((word) => (isAbbreviation(word) ? word : word.toLowerCase()))].join(' ');
}
