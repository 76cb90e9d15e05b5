/** What was typed about https, and the file by which clients can trust a certificate that is made at the start. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningMock, StartOptions } from '../mock/index.ts';
import { type Given, UsageError } from './command.ts';
import { readNamed, writeNamed } from './files.ts';
import { isSet, textOf } from './given.ts';

export type Https =
  | { readonly kind: 'off' }
  | { readonly kind: 'given'; readonly path: string; readonly tls: Exclude<StartOptions['tls'], undefined> }
  /** `path` is where the certificate is to stay; otherwise it is a temporary file. */
  | { readonly kind: 'self-signed'; readonly path: string | undefined; readonly tls: 'self-signed' };

/** @throws UsageError */
export function readHttps(given: Given): Https {
  const [cert, key, path] = [textOf(given, 'cert'), textOf(given, 'key'), textOf(given, 'https')];
  const isSelfSigned = path !== undefined || isSet(given, 'https');
  if (isSelfSigned && (cert !== undefined || key !== undefined)) {
    throw new UsageError('--https: expected no --cert and --key beside it, since it makes its own');
  }
  if (isSelfSigned) return { kind: 'self-signed', path: path && toKeep(path), tls: 'self-signed' };
  if (cert === undefined && key === undefined) return { kind: 'off' };
  if (cert === undefined) throw new UsageError('--key: expected --cert beside it, got none');
  if (key === undefined) throw new UsageError('--cert: expected --key beside it, got none');

  return {
    kind: 'given',
    path: cert,
    tls: { cert: readNamed(cert, '--cert'), key: readNamed(key, '--key') },
  };
}

/** A slip, such as the name of a key, must not cost a file. */
function toKeep(path: string): string {
  if (
    !existsSync(path) ||
    /^-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*$/.test(textAt(path))
  ) {
    return path;
  }
  throw new UsageError(`--https: expected a new file, or one that holds a certificate alone, got ${path}`);
}

function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Where the certificate of a running mock can be read from. */
export interface CertificateFile {
  /** Undefined for plain http. */
  readonly path: string | undefined;
  readonly isTemporary: boolean;
  /** Removes what is temporary. */
  readonly remove: () => void;
}

/**
 * @param told whether anybody is told of the file: of one that nobody knows nobody has any use
 * @throws UsageError where it cannot be written
 */
export function keepCertificate(
  https: Https,
  { certificate }: Pick<RunningMock, 'certificate'>,
  told: 'told' | 'untold',
): CertificateFile {
  const path = https.kind === 'off' ? undefined : https.path;
  if (https.kind === 'self-signed' && certificate !== undefined) {
    if (path === undefined && told === 'told') return keepForNow(certificate.pem);
    if (path !== undefined) writeNamed(path, certificate.pem, '--https');
  }

  return { path, isTemporary: false, remove: () => {} };
}

function keepForNow(pem: string): CertificateFile {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
  const path = join(folder, 'certificate.pem');
  writeFileSync(path, pem);

  return { path, isTemporary: true, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
