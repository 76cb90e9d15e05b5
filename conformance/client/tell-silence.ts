/** Why no answer came, told from the error that came in its place. */
import type { Silence } from './answer.ts';
import { ProxyFault } from './tunnel.ts';

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
]);

/** What TLS says of certificates and of servers that do not speak it (OpenSSL's names, and Node's). */
export const OF_TLS = /CERT|SIGNED|SIGNATURE|ISSUER|CRL|SSL|TLS|HOSTNAME_MISMATCH|EPROTO/;

const NOT_HTTP: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: 'its header is longer than 16 KiB',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its body has two lengths',
};

/** Of sockets that were closed because of what came over them. */
const NOT_ASKED_FOR: Readonly<Record<string, string>> = {
  'bad response': 'an answer came that was not asked for, such as 100 Continue',
  'bad upgrade': 'it switched to another protocol',
};

interface Told {
  readonly cause: Silence;
  readonly detail: string;
}

/** `timeout` is in milliseconds; `answering` whether the header of an answer had come. */
export function tellSilence(error: unknown, answering: boolean, timeout: number): Told {
  if (error instanceof ProxyFault) return { cause: 'proxy', detail: error.message };
  const fault = error instanceof Error ? error : new Error(String(error));
  const code = 'code' in fault ? String(fault.code) : '';
  if (['TimeoutError', 'AbortError', 'ConnectTimeoutError'].includes(fault.name))
    return { cause: 'timeout', detail: `nothing within ${timeout} ms` };
  if (UNREACHABLE.has(code)) return { cause: 'unreachable', detail: code };
  if (OF_TLS.test(code)) return { cause: 'unreachable', detail: `TLS: ${code}` };
  const why = NOT_HTTP[code] ?? NOT_ASKED_FOR[fault.message];
  if (why !== undefined) return { cause: 'not-http', detail: why };
  if (fault.name === 'HTTPParserError') return { cause: 'not-http', detail: 'the answer is not HTTP' };

  return answering
    ? { cause: 'cut-off', detail: 'the answer broke off' }
    : { cause: 'reset', detail: 'the connection was closed without an answer' };
}
