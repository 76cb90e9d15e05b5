/** The certificate that the mock and the proxy serve. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningMock, StartOptions } from '../src/mock/index.ts';
import { UsageError, type Values } from './command.ts';
import type { HTTPS_OPTIONS } from './commands/options.ts';
import { readUserFile, writeUserFile } from './files.ts';

interface Https {
  /** Undefined for plain http. */
  readonly tls: StartOptions['tls'];
  /** The file of the certificate: to read, or to write a new one to; undefined for a temporary one. */
  readonly path?: string | undefined;
}

/** @throws UsageError */
export function readHttps({ https, cert, key }: Values<typeof HTTPS_OPTIONS>): Https {
  if (https !== undefined) {
    if (cert !== undefined || key !== undefined)
      throw new UsageError('--https: expected no --cert and --key beside it, since it makes its own');

    return { tls: 'self-signed', path: https === true ? undefined : checkTarget(https) };
  }
  if (cert === undefined && key === undefined) return { tls: undefined };
  if (cert === undefined) throw new UsageError('--key: expected --cert beside it, got none');
  if (key === undefined) throw new UsageError('--cert: expected --key beside it, got none');

  return { tls: { cert: readUserFile(cert, '--cert'), key: readUserFile(key, '--key') }, path: cert };
}

const CERTIFICATE = /^-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*$/;

/** Refuses to overwrite anything but a certificate, such as a key. */
function checkTarget(path: string): string {
  if (!existsSync(path) || CERTIFICATE.test(readUserFile(path, '--https'))) return path;
  throw new UsageError(`--https: expected a new file, or one that holds a certificate alone, got ${path}`);
}

/** The file that holds the certificate of a running mock. */
export interface CertificateFile {
  /** Undefined for plain http. */
  readonly path: string | undefined;
  readonly isTemporary: boolean;
  /** Removes a temporary file. */
  readonly remove: () => void;
}

/**
 * @param announced whether the startup message names the file; a temporary one is written only then
 * @throws UsageError where it cannot be written
 */
export function keepCertificate(
  { tls, path }: Https,
  { certificate }: Pick<RunningMock, 'certificate'>,
  announced: boolean,
): CertificateFile {
  if (tls === 'self-signed' && certificate !== undefined) {
    if (path === undefined && announced) return writeTemporary(certificate.pem);
    if (path !== undefined) writeUserFile(path, certificate.pem, '--https');
  }

  return { path, isTemporary: false, remove: () => {} };
}

function writeTemporary(pem: string): CertificateFile {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
  const path = join(folder, 'certificate.pem');
  writeFileSync(path, pem);

  return { path, isTemporary: true, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
