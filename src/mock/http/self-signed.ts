/** Makes self-signed certificates. The only file that writes X.509 (RFC 5280), which Node only reads. */
import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIP, isIPv6 } from 'node:net';

const DAY = 24 * 60 * 60 * 1000;

/** In days: from yesterday, for slow clocks, and for as long as clients accept. */
const VALID = { before: 1, after: 397 } as const;

/**
 * @param names at least one host name or IP address
 * @returns certificate and key as PEM
 */
export function createSelfSigned(names: readonly string[]): { readonly cert: string; readonly key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicDer = publicKey.export({ type: 'spki', format: 'der' });
  const now = Date.now();
  const subject = sequence(set(sequence(OID.commonName, der(TAG.utf8, Buffer.from('tollgate mock')))));
  const toBeSigned = sequence(
    explicit(0, integer(Buffer.of(2))),
    // Positive, and without a leading zero.
    integer(Buffer.concat([Buffer.of(0x40), randomBytes(15)])),
    sequence(OID.ecdsaWithSha256),
    subject,
    sequence(time(now - VALID.before * DAY), time(now + VALID.after * DAY)),
    subject,
    publicDer,
    explicit(3, sequence(...extensions(names, publicDer))),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = sequence(toBeSigned, sequence(OID.ecdsaWithSha256), bits(signature));

  return {
    cert: new X509Certificate(certificate).toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** The certificate signs itself and no other. */
function extensions(names: readonly string[], publicDer: Buffer): readonly Buffer[] {
  const keyId = createHash('sha1').update(publicDer).digest();

  return [
    // No authority.
    extension(OID.basicConstraints, 'critical', sequence()),
    // Digital signature.
    extension(OID.keyUsage, 'critical', der(TAG.bits, Buffer.of(7, 0x80))),
    extension(OID.extendedKeyUsage, 'optional', sequence(OID.serverAuthentication)),
    extension(OID.alternativeName, 'optional', sequence(...names.map(alternativeName))),
    extension(OID.subjectKey, 'optional', der(TAG.octets, keyId)),
    extension(OID.authorityKey, 'optional', sequence(der(0x80, keyId))),
  ];
}

function extension(id: Buffer, weight: 'critical' | 'optional', value: Buffer): Buffer {
  const critical = weight === 'critical' ? [der(TAG.boolean, Buffer.of(0xff))] : [];

  return sequence(id, ...critical, der(TAG.octets, value));
}

function alternativeName(name: string): Buffer {
  return isIP(name) === 0 ? der(0x82, Buffer.from(name)) : der(0x87, addressBytes(name));
}

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)];

  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

/** Distinguished Encoding Rules (X.690): a tag, a length, and what is inside. */
function der(tag: number, ...inside: readonly Buffer[]): Buffer {
  const content = Buffer.concat(inside);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];

  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

const TAG = { boolean: 1, integer: 2, bits: 3, octets: 4, utf8: 12, utcTime: 23 } as const;

/** Object identifiers, encoded. */
const hex = (digits: string) => Buffer.from(digits, 'hex');
const OID = {
  commonName: hex('0603550403'),
  ecdsaWithSha256: hex('06082a8648ce3d040302'),
  basicConstraints: hex('0603551d13'),
  keyUsage: hex('0603551d0f'),
  extendedKeyUsage: hex('0603551d25'),
  serverAuthentication: hex('06082b06010505070301'),
  alternativeName: hex('0603551d11'),
  subjectKey: hex('0603551d0e'),
  authorityKey: hex('0603551d23'),
} as const;

const sequence = (...inside: readonly Buffer[]) => der(0x30, ...inside);
const set = (...inside: readonly Buffer[]) => der(0x31, ...inside);
const explicit = (number: number, inside: Buffer) => der(0xa0 + number, inside);
const integer = (bytes: Buffer) => der(TAG.integer, bytes);
const bits = (bytes: Buffer) => der(TAG.bits, Buffer.of(0), bytes);

/** In seconds and two digits of the year, which ends in 2049. */
function time(moment: number): Buffer {
  const digits = new Date(moment).toISOString().replace(/\D/g, '').slice(2, 14);

  return der(TAG.utcTime, Buffer.from(`${digits}Z`));
}
