/** The options of the commands that listen, the mock and the proxy, and the certificate that they serve. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningMock, StartOptions } from '../src/mock/index.ts';
import { UsageError } from './command.ts';
import { readUserFile, writeUserFile } from './files.ts';
import { number, type Option, text, type Values } from './options.ts';

export const PORT = number('<number>', 'port to listen on, 0 for a free one', {
  min: 0,
  max: 65_535,
  hidden: true,
  default: 4010,
});

export const HOST = text('<address>', 'address to listen on (default 127.0.0.1)');

/** The file of the generated certificate; `true` for a temporary one. */
const https: Option<string | true | undefined> = {
  value: '[file]',
  about: 'serve HTTPS; write the generated certificate to the file',
  read: (typed) => (typeof typed === 'object' ? undefined : typed),
};

export const HTTPS_OPTIONS = {
  https,
  cert: text('<file>', 'serve HTTPS with this certificate (PEM)'),
  key: text('<file>', 'private key of that certificate (PEM)'),
};

export type Https =
  | { readonly kind: 'off'; readonly tls?: undefined }
  | { readonly kind: 'given'; readonly path: string; readonly tls: Exclude<StartOptions['tls'], undefined> }
  /** `path` receives the certificate; undefined for a temporary file. */
  | { readonly kind: 'self-signed'; readonly path: string | undefined; readonly tls: 'self-signed' };

/** @throws UsageError */
export function readHttps({ https, cert, key }: Values<typeof HTTPS_OPTIONS>): Https {
  const isSelfSigned = https !== undefined;
  const path = https === true ? undefined : https;
  if (isSelfSigned && (cert !== undefined || key !== undefined)) {
    throw new UsageError('--https: expected no --cert and --key beside it, since it makes its own');
  }
  if (isSelfSigned) return { kind: 'self-signed', path: path && checkTarget(path), tls: 'self-signed' };
  if (cert === undefined && key === undefined) return { kind: 'off' };
  if (cert === undefined) throw new UsageError('--key: expected --cert beside it, got none');
  if (key === undefined) throw new UsageError('--cert: expected --key beside it, got none');

  return {
    kind: 'given',
    path: cert,
    tls: { cert: readUserFile(cert, '--cert'), key: readUserFile(key, '--key') },
  };
}

/** Refuses to overwrite anything but a certificate, such as a key. */
function checkTarget(path: string): string {
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
  https: Https,
  { certificate }: Pick<RunningMock, 'certificate'>,
  announced: boolean,
): CertificateFile {
  const path = https.kind === 'off' ? undefined : https.path;
  if (https.kind === 'self-signed' && certificate !== undefined) {
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
