/** Node's HTTP servers. An import of node:http reads all its names, and WebSocket loads fetch: a fifth of the mock's start. */
import type { Server, ServerOptions } from 'node:http';
import type { CertificateAndKey } from './certificate.ts';

export const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** @param tls undefined for plain http, which loads no TLS */
export function createNodeServer(options: ServerOptions, tls: CertificateAndKey | undefined): Server {
  return tls === undefined
    ? process.getBuiltinModule('node:http').createServer(options)
    : process.getBuiltinModule('node:https').createServer({ ...options, ...tls });
}
