/** Reads proxy and TLS settings from the command line, the deployment file and the environment. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { ConnectionOptions, PemFile, Tls } from './connection-options.ts';
import { DeploymentError } from './deployment.ts';
import { type Environment, selectRoute } from './proxy-route.ts';

/** Paths of PEM files. */
export interface TlsPaths {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** Command-line options; paths are relative to the working directory. */
export interface TlsOptions extends TlsPaths {
  readonly insecure?: boolean;
  /** The names of the options in messages, if they differ. */
  readonly labels?: TlsPaths;
}

/** The `tls` section of the deployment file at `where`; paths are relative to that file. */
interface TlsSection {
  readonly where: string;
  readonly tls: TlsPaths | undefined;
}

/**
 * The command line overrides the file; `cert` and `key` are overridden as a pair.
 *
 * @throws DeploymentError
 */
export function readConnectionOptions(
  url: URL,
  environment: Environment,
  { insecure = false, labels = {}, ...options }: TlsOptions = {},
  { where, tls = {} }: TlsSection = { where: '', tls: {} },
): ConnectionOptions {
  const besideFile = (path: string) => (isAbsolute(path) ? path : join(dirname(where), path));
  const typed = createReader(options, '', (name) => labels[name] ?? `--${name}`);
  const file = createReader(tls, `${where}: `, (name) => `tls.${name}`, besideFile);
  const ca = typed.readAuthorities() ?? file.readAuthorities();
  const client = typed.readClient() ?? file.readClient();

  return {
    route: selectRoute(url, environment),
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(client === undefined ? {} : { client }),
      insecure: insecure || environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0',
    },
  };
}

/** Reads the files that one source names. Messages start with `prefix` and the label of the path. */
function createReader(
  { ca, cert, key }: TlsPaths,
  prefix: string,
  labelOf: (name: keyof TlsPaths) => string,
  resolve = (path: string) => path,
) {
  const error = (name: keyof TlsPaths, problem: string) =>
    new DeploymentError(`${prefix}${labelOf(name)}: ${problem}`);

  const readPem = (name: keyof TlsPaths, path: string): PemFile => {
    const resolved = resolve(path);
    try {
      return { path: resolved, pem: readFileSync(resolved, 'utf8') };
    } catch (cause) {
      throw error(name, `${resolved} cannot be read (${codeOf(cause)})`);
    }
  };

  const parseCertificate = (name: keyof TlsPaths, pem: string, { path }: PemFile): X509Certificate => {
    try {
      return new X509Certificate(pem);
    } catch {
      throw error(name, `expected PEM with -----BEGIN CERTIFICATE-----, got something else in ${path}`);
    }
  };

  const parseKey = ({ path, pem }: PemFile): KeyObject => {
    try {
      return createPrivateKey(pem.slice(Math.max(0, pem.search(/-----BEGIN [A-Z ]*PRIVATE KEY-----/))));
    } catch {
      const problem = /\bENCRYPTED\b/.test(pem)
        ? `expected a key without a passphrase, got an encrypted one in ${path}: decrypt it with openssl pkey`
        : `expected PEM with a private key, got something else in ${path}`;
      throw error('key', problem);
    }
  };

  return {
    readAuthorities(): PemFile | undefined {
      if (ca === undefined) return undefined;
      const file = readPem('ca', ca);
      const certificates = certificatesIn(file);
      for (const pem of certificates.length === 0 ? [''] : certificates) parseCertificate('ca', pem, file);

      return file;
    },

    readClient(): Tls['client'] {
      if (cert === undefined && key === undefined) return undefined;
      if (cert === undefined) throw error('key', `expected ${labelOf('cert')} beside it, got none`);
      if (key === undefined) throw error('cert', `expected ${labelOf('key')} beside it, got none`);
      const client = { cert: readPem('cert', cert), key: readPem('key', key) };
      const { path } = client.cert;
      const certificate = parseCertificate('cert', certificatesIn(client.cert)[0] ?? '', client.cert);
      if (!certificate.checkPrivateKey(parseKey(client.key)))
        throw error(
          'key',
          `expected the key of the certificate in ${path}, got another one in ${client.key.path}`,
        );
      try {
        createSecureContext({ cert: client.cert.pem, key: client.key.pem });
      } catch (cause) {
        const got = `those of ${path} and ${client.key.path} (${codeOf(cause)})`;
        throw error('cert', `expected a certificate and key that TLS accepts, got ${got}`);
      }

      return client;
    },
  };
}

function certificatesIn({ pem }: PemFile): readonly string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}
