/** How requests reach a deployment: the proxy of the environment, and the PEM files of the command line or the file. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { dirname, isAbsolute, join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { SourceText } from '../../src/reading/problems.ts';
import { locateIn } from '../../src/reading/yaml.ts';
import { describeUnreadable } from '../../src/text/unreadable.ts';
import { type ConnectionOptions, DeploymentError, type NetworkRoute, type PemFile } from './deployment.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

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

/**
 * The command line overrides the file; `cert` and `key` are overridden as a pair.
 *
 * @param section the `tls` section of the deployment file; paths are relative to that file
 * @throws DeploymentError
 */
export function readConnectionOptions(
  url: URL,
  environment: Environment,
  { insecure = false, labels = {}, ...paths }: TlsOptions = {},
  section: Partial<SourceText> & { readonly tls?: TlsPaths | undefined } = {},
): ConnectionOptions {
  const { where = '', text = '', tls = {} } = section;
  const locate = locateIn(text);
  const typed = (name: PemName) => ({ path: paths[name], label: labels[name] ?? `--${name}` });
  const inFile = (name: PemName) => {
    const path = tls[name];
    const whole = path === undefined || isAbsolute(path) ? path : join(dirname(where), path);

    return { path: whole, label: `tls.${name}`, prefix: `${where}${locate(`/tls/${name}`)}: ` };
  };
  const isPairTyped = paths.cert !== undefined || paths.key !== undefined;
  const ca = readAuthorities(paths.ca === undefined ? inFile('ca') : typed('ca'));
  const client = isPairTyped
    ? readClient(typed('cert'), typed('key'))
    : readClient(inFile('cert'), inFile('key'));

  return {
    route: selectRoute(url, environment),
    tls: {
      ...(ca && { ca }),
      ...(client && { client }),
      insecure: insecure || environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0',
    },
  };
}

type PemName = keyof TlsPaths;

/** Where the path of a PEM file stands, for messages. */
interface PemOption {
  readonly path: string | undefined;
  readonly label: string;
  readonly prefix?: string;
}

function readAuthorities(option: PemOption): PemFile | undefined {
  if (option.path === undefined) return undefined;
  const file = readPem(option, option.path);
  for (const pem of certificatesIn(file)) parseCertificate(option, pem, file);

  return file;
}

function readClient(certOption: PemOption, keyOption: PemOption) {
  if (certOption.path === undefined && keyOption.path === undefined) return undefined;
  if (certOption.path === undefined)
    throw pemError(keyOption, `expected ${certOption.label} beside it, got none`);
  if (keyOption.path === undefined)
    throw pemError(certOption, `expected ${keyOption.label} beside it, got none`);
  const cert = readPem(certOption, certOption.path);
  const key = readPem(keyOption, keyOption.path);
  const [pem = ''] = certificatesIn(cert);
  if (!parseCertificate(certOption, pem, cert).checkPrivateKey(parseKey(keyOption, key)))
    throw pemError(
      keyOption,
      `expected the key of the certificate in ${cert.path}, got another one in ${key.path}`,
    );
  try {
    createSecureContext({ cert: cert.pem, key: key.pem });
  } catch (cause) {
    const got = `those of ${cert.path} and ${key.path} (${codeOf(cause)})`;
    throw pemError(certOption, `expected a certificate and key that TLS accepts, got ${got}`);
  }

  return { cert, key };
}

function pemError({ prefix = '', label }: PemOption, problem: string): DeploymentError {
  return new DeploymentError(`${prefix}${label}: ${problem}`);
}

function readPem(option: PemOption, path: string): PemFile {
  try {
    return { path, pem: readFileSync(path, 'utf8') };
  } catch (cause) {
    throw pemError(option, `${path}: ${describeUnreadable(cause)}`);
  }
}

/** An empty text where there is none. */
function certificatesIn({ pem }: PemFile): readonly string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [''];
}

function parseCertificate(option: PemOption, pem: string, { path }: PemFile): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw pemError(option, `expected PEM with -----BEGIN CERTIFICATE-----, got something else in ${path}`);
  }
}

function parseKey(option: PemOption, { path, pem }: PemFile): KeyObject {
  try {
    return createPrivateKey(pem.slice(Math.max(0, pem.search(/-----BEGIN [A-Z ]*PRIVATE KEY-----/))));
  } catch {
    const problem = /\bENCRYPTED\b/.test(pem)
      ? `expected a key without a passphrase, got an encrypted one in ${path}: decrypt it with openssl pkey`
      : `expected PEM with a private key, got something else in ${path}`;
    throw pemError(option, problem);
  }
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}

/**
 * The proxy of HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY. Follows curl, so that a printed command takes the same
 * route; except that loopback addresses never use a proxy, which would resolve them as its own.
 *
 * @throws DeploymentError where a variable names no usable proxy
 */
export function selectRoute(url: URL, environment: Environment): NetworkRoute {
  const own = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const names = [own, own.toUpperCase(), 'all_proxy', 'ALL_PROXY'];
  const variable = names.find((name) => (environment[name] ?? '') !== '');
  if (variable === undefined) return { kind: 'straight' };
  if (isLoopback(url)) return { kind: 'past-proxy' };
  const exceptions = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
  if (exceptions.split(/[\s,]+/).some((entry) => matchesException(entry, url))) return { kind: 'straight' };

  return { kind: 'by-proxy', proxy: parseProxy(environment[variable] ?? '', variable), variable };
}

/** Whether the host is this machine. `URL` has normalised it: IPv4 as four numbers, IPv6 short and in brackets. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(hostname)
  );
}

/** The error does not repeat the address, which may contain a password. */
function parseProxy(text: string, variable: string): URL {
  const address = /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const proxy = URL.parse(address);
  if (proxy !== null && /^https?:$/.test(proxy.protocol)) return proxy;
  const got = proxy === null ? 'something else' : `one that begins with ${proxy.protocol}//`;
  throw new DeploymentError(
    `${variable}: expected the address of a proxy, such as http://proxy.example.com:3128, got ${got}; NO_PROXY lists hosts to connect to directly`,
  );
}

/** An entry is `*`, a domain after an optional `.` or `*.`, an address or a CIDR range, with an optional `:PORT`. */
function matchesException(entry: string, { hostname, port, protocol }: URL): boolean {
  const [, bracketed, bare, only] = /^(?:\[(.+)\]|([^:]*|.*:.*:.*))(?::(\d+))?$/.exec(entry) ?? [];
  const name = (bracketed ?? bare ?? '').toLowerCase().replace(/\.$/, '');
  const usual = protocol === 'https:' ? '443' : '80';
  if (name === '' || (only !== undefined && only !== (port || usual))) return false;
  if (name === '*') return true;
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isInRange(host, name);
  const domain = name.replace(/^\*?\./, '');

  return host.endsWith(`.${domain}`) || (host === domain && !name.startsWith('*'));
}

/** @param range a network such as `10.0.0.0/8`, or one address */
function isInRange(host: string, range: string): boolean {
  const family = isIP(host);
  const [network = '', bits = family === 6 ? '128' : '32', ...more] = range.split('/');
  const isRange = isIP(network) === family && /^\d+$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32);
  if (!isRange || more.length > 0) return false;
  const type = family === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(network, Number(bits), type);

  return list.check(host, type);
}
