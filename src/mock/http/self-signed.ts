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
  const subject = sequence(set(sequence(oid('2.5.4.3'), der(TAG.utf8, Buffer.from('tollgate mock')))));
  const toBeSigned = sequence(
    explicit(0, integer(Buffer.of(2))),
    integer(serialNumber()),
    sequence(ECDSA_WITH_SHA256),
    subject,
    sequence(time(now - VALID.before * DAY), time(now + VALID.after * DAY)),
    subject,
    publicDer,
    explicit(3, sequence(...extensions(names, publicDer))),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = sequence(toBeSigned, sequence(ECDSA_WITH_SHA256), bits(signature));

  return {
    cert: new X509Certificate(certificate).toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** The certificate signs itself and no other. */
function extensions(names: readonly string[], publicDer: Buffer): readonly Buffer[] {
  const keyId = createHash('sha1').update(publicDer).digest();

  return [
    extension('2.5.29.19', 'critical', sequence()), // basic constraints: no authority
    extension('2.5.29.15', 'critical', der(TAG.bits, Buffer.of(7, 0x80))), // key usage: digital signature
    extension('2.5.29.37', 'optional', sequence(oid('1.3.6.1.5.5.7.3.1'))), // extended key usage: server
    extension('2.5.29.17', 'optional', sequence(...names.map(alternativeName))),
    extension('2.5.29.14', 'optional', der(TAG.octets, keyId)), // subject key identifier
    extension('2.5.29.35', 'optional', sequence(der(0x80, keyId))), // authority key identifier
  ];
}

function extension(id: string, weight: 'critical' | 'optional', value: Buffer): Buffer {
  const critical = weight === 'critical' ? [der(TAG.boolean, Buffer.of(0xff))] : [];

  return sequence(oid(id), ...critical, der(TAG.octets, value));
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

const TAG = { boolean: 1, integer: 2, bits: 3, octets: 4, oid: 6, utf8: 12, utcTime: 23 } as const;

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

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);

  return der(TAG.oid, Buffer.from([first * 40 + second, ...others.flatMap(base128)]));
}

/** Seven bits a byte; the eighth bit marks all bytes but the last. */
function base128(arc: number): readonly number[] {
  const digits =
    arc
      .toString(2)
      .padStart(Math.ceil(arc.toString(2).length / 7) * 7, '0')
      .match(/.{7}/g) ?? [];

  return digits.map((digit, at) => Number.parseInt(digit, 2) + (at < digits.length - 1 ? 128 : 0));
}

/** Positive, and without a leading zero. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;

  return bytes;
}

const ECDSA_WITH_SHA256 = oid('1.2.840.10045.4.3.2');
