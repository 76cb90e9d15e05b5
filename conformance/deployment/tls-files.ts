/** Reads the certificates and the key that a deployment is asked with, so that no run begins with ones that do not fit. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { type PemFile, type Tls, tlsOptions } from '../client/reach.ts';
import { DeploymentError } from './deployment-error.ts';

/** Paths of files in PEM. */
export interface TlsPaths {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** Where the paths stand, and from which folder they begin. */
export interface TlsPlace {
  /** What the user calls it, such as `--ca`. */
  readonly named: (name: keyof TlsPaths) => string;
  /** What its errors begin with, such as the file that names it. */
  readonly before: string;
  readonly resolve: (path: string) => string;
}

/** @throws DeploymentError */
export function readTlsFiles(
  { ca, cert, key }: TlsPaths,
  { named, before, resolve }: TlsPlace,
): Omit<Tls, 'insecure'> {
  const whole = (name: keyof TlsPaths) => before + named(name);
  if (cert === undefined && key !== undefined)
    throw new DeploymentError(`${whole('key')}: expected ${named('cert')} beside it, got none`);
  if (cert !== undefined && key === undefined)
    throw new DeploymentError(`${whole('cert')}: expected ${named('key')} beside it, got none`);
  const trusted = ca === undefined ? undefined : readAuthorities(resolve(ca), whole('ca'));
  if (cert === undefined || key === undefined) return trusted === undefined ? {} : { ca: trusted };
  const client = readPair({ cert: resolve(cert), key: resolve(key) }, whole);
  const tls = { ...(trusted === undefined ? {} : { ca: trusted }), client };
  try {
    createSecureContext(tlsOptions({ ...tls, insecure: false }));
  } catch (cause) {
    throw new DeploymentError(
      `${whole('cert')}: expected a certificate and a key that TLS takes, got those of ${client.cert.path} and ${client.key.path} (${codeOf(cause)})`,
    );
  }

  return tls;
}

function readAuthorities(path: string, name: string): PemFile {
  const file = readPem(path, name);
  const all = certificatesIn(file.pem);
  for (const one of all.length === 0 ? [''] : all) parseCertificate(one, file, name);

  return file;
}

function readPair(paths: { readonly cert: string; readonly key: string }, named: TlsPlace['named']) {
  const cert = readPem(paths.cert, named('cert'));
  const key = readPem(paths.key, named('key'));
  const [first = ''] = certificatesIn(cert.pem);
  const certificate = parseCertificate(first, cert, named('cert'));
  if (certificate.checkPrivateKey(parseKey(key, named('key')))) return { cert, key };
  throw new DeploymentError(
    `${named('key')}: expected the key of the certificate in ${cert.path}, got another one in ${key.path}`,
  );
}

function certificatesIn(pem: string): readonly string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}

function parseCertificate(pem: string, { path }: PemFile, name: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new DeploymentError(
      `${name}: expected PEM with -----BEGIN CERTIFICATE-----, got something else in ${path}`,
    );
  }
}

function parseKey({ path, pem }: PemFile, name: string): KeyObject {
  try {
    return createPrivateKey(pem.slice(Math.max(0, pem.search(/-----BEGIN [A-Z ]*PRIVATE KEY-----/))));
  } catch {
    throw new DeploymentError(
      /\bENCRYPTED\b/.test(pem)
        ? `${name}: expected a key without a passphrase, got an encrypted one in ${path}: openssl pkey writes it without`
        : `${name}: expected PEM with a private key, got something else in ${path}`,
    );
  }
}

function readPem(path: string, name: string): PemFile {
  try {
    return { path, pem: readFileSync(path, 'utf8') };
  } catch (cause) {
    throw new DeploymentError(`${name}: ${path} cannot be read (${codeOf(cause)})`);
  }
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}
