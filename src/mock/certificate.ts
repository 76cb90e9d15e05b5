/** What a mock that serves https shows its clients, and whether it can. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { createSecureContext } from 'node:tls';
import { MockError } from './mock-error.ts';
import { createSelfSigned } from './self-signed.ts';

/** Both as PEM. The certificates of intermediate authorities may follow in `cert`; the key has no passphrase. */
export interface CertificateAndKey {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

export interface Certificate {
  /** As PEM: a client that trusts this trusts the mock. */
  readonly pem: string;
  /** SHA-256, such as `9F:86:D0:…`. */
  readonly fingerprint: string;
  /** Host names and IP addresses that it is for. */
  readonly names: readonly string[];
  readonly validTo: Date;
  /** Whether to trust it is to trust no authority. */
  readonly isSelfSigned: boolean;
}

/**
 * Takes them where they can be served. One that has expired, or is for other names, can: that is for clients to see.
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
  parse(() => createSecureContext({ cert, key }), 'certificate and key: expected ones that TLS takes');

  return {
    // Not what was given, which may hold the key as well.
    pem: read.toString(),
    fingerprint: read.fingerprint256,
    names: (read.subjectAltName ?? '').split(', ').flatMap(toName),
    validTo: new Date(read.validTo),
    isSelfSigned: read.issuer === read.subject && read.verify(read.publicKey),
  };
}

/** A new one at each call, for this machine and for the address that the mock listens on. */
export function selfSignedFor(host: string): CertificateAndKey {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) =>
    all.map(({ address }) => address),
  );
  const own = isEverywhere ? [hostname(), ...addresses] : [host];
  // The zone of a link-local address, as in fe80::1%eth0, is nothing a certificate knows.
  const names = own.filter((name) => /^[\w.:-]+$/.test(name));

  return createSelfSigned([...new Set(['localhost', '127.0.0.1', '::1', ...names])]);
}

/** From what Node makes of an alternative name: `DNS:localhost`, or `IP Address:0:0:0:0:0:0:0:1`. */
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
