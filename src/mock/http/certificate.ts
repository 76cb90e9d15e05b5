/** Certificates of a mock that serves https. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { createSecureContext } from 'node:tls';
import { MockError } from '../mock-error.ts';
import { createSelfSigned } from './self-signed.ts';

/** Both as PEM. The certificates of intermediate authorities may follow in `cert`; the key has no passphrase. */
export interface CertificateAndKey {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

export interface Certificate {
  /** As PEM, for the clients' list of trusted certificates. */
  readonly pem: string;
  /** SHA-256, such as `9F:86:D0:…`. */
  readonly fingerprint: string;
  /** Its host names and IP addresses. */
  readonly names: readonly string[];
  readonly validTo: Date;
  /** Whether no authority signed it. */
  readonly isSelfSigned: boolean;
}

/**
 * Accepts an expired certificate and one for other names: clients have to notice.
 *
 * @throws MockError `certificate-unusable`
 */
export function toCertificate({ cert, key }: CertificateAndKey): Certificate {
  const read = parse(() => new X509Certificate(cert), 'certificate: expected one as PEM');
  const privateKey = parse(
    () => createPrivateKey(key),
    'key: expected a private key as PEM without a passphrase',
  );
  if (!read.checkPrivateKey(privateKey)) {
    throw new MockError('certificate-unusable', 'key: expected the one of the certificate, got another');
  }
  parse(() => createSecureContext({ cert, key }), 'certificate and key: expected ones that TLS accepts');

  return {
    // The text that was given may contain the key.
    pem: read.toString(),
    fingerprint: read.fingerprint256,
    names: (read.subjectAltName ?? '').split(', ').flatMap(toName),
    validTo: new Date(read.validTo),
    isSelfSigned: read.issuer === read.subject && read.verify(read.publicKey),
  };
}

/** Makes a new certificate for this machine and for the address that the mock listens on. */
export function selfSignedFor(host: string): CertificateAndKey {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) =>
    all.map(({ address }) => address),
  );
  const own = isEverywhere ? [hostname(), ...addresses] : [host];
  // Certificates have no zone of a link-local address, as in fe80::1%eth0.
  const names = own.filter((name) => /^[\w.:-]+$/.test(name));

  return createSelfSigned([...new Set(['localhost', '127.0.0.1', '::1', ...names])]);
}

/** From an alternative name as Node writes it: `DNS:localhost`, or `IP Address:0:0:0:0:0:0:0:1`. */
function toName(text: string): readonly string[] {
  const name = text.split(':').slice(1).join(':');
  if (isIPv6(name)) return [new URL(`http://[${name}]`).hostname.slice(1, -1)];

  return name === '' ? [] : [name];
}

function parse<T>(read: () => T, expected: string): T {
  try {
    return read();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
    throw new MockError('certificate-unusable', `${expected}, got something else${code}`, { cause });
  }
}
