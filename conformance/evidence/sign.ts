/** Signs a report with its recording, as a detached JWS (RFC 7515, appendix F), and checks such a signature. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { EvidenceError, sha256 } from './digests.ts';

/** The files that one signature covers. */
interface Signed {
  readonly report: string;
  /** The SHA-256 of the recording; undefined where the report has none. */
  readonly recording?: string | undefined;
}

/** @param where names the key in messages. @throws EvidenceError where it cannot sign */
export function checkPrivateKey(pem: string, where: string): void {
  algorithmOf(readKey(pem, where, PRIVATE), where);
}

/** @param where names the key in messages. @throws EvidenceError */
export async function signEvidence(signed: Signed, pem: string, where: string): Promise<string> {
  const key = readKey(pem, where, PRIVATE);
  const { CompactSign } = await import('jose');
  const [head, , signature] = (
    await new CompactSign(payloadOf(signed)).setProtectedHeader({ alg: algorithmOf(key, where) }).sign(key)
  ).split('.');

  return `${head}..${signature}\n`;
}

/** Whether it is the signature of these files by the owner of the key. @throws EvidenceError */
export async function isSignedBy(
  signature: string,
  signed: Signed,
  pem: string,
  where: string,
): Promise<boolean> {
  const key = readKey(pem, where, PUBLIC);
  const { compactVerify } = await import('jose');
  const [head = '', , bytes = ''] = signature.trim().split('.');
  const payload = Buffer.from(payloadOf(signed)).toString('base64url');
  try {
    await compactVerify(`${head}.${payload}.${bytes}`, key, { algorithms: [algorithmOf(key, where)] });

    return true;
  } catch (error) {
    if (error instanceof EvidenceError) throw error;

    return false;
  }
}

/** The digests of the files, a line for each. */
function payloadOf({ report, recording }: Signed): Uint8Array {
  const digests = [sha256(report), ...(recording === undefined ? [] : [recording])];

  return new TextEncoder().encode(digests.map((digest) => `${digest}\n`).join(''));
}

interface KeyKind {
  readonly read: (pem: string) => KeyObject;
  readonly what: string;
}

const PRIVATE: KeyKind = { read: createPrivateKey, what: 'a private key in PEM without a password' };
const PUBLIC: KeyKind = { read: createPublicKey, what: 'a public key in PEM' };

function readKey(pem: string, where: string, { read, what }: KeyKind): KeyObject {
  // Node would take the public half of it.
  if (read === createPublicKey && /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    throw new EvidenceError(
      `${where}: expected ${what}, got a private key: give its public half, which openssl pkey -pubout writes, and keep this one secret`,
    );
  try {
    return read(pem);
  } catch {
    throw new EvidenceError(`${where}: expected ${what}, got something else`);
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject, where: string): string {
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'ES256';
  throw new EvidenceError(`${where}: expected a key for Ed25519 or ES256, got one of another kind`);
}
