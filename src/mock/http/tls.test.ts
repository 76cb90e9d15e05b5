import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { Agent, request } from 'undici';
import { describe, expect, it } from 'vitest';
import { BASELINE, FEE, headersFor } from '../../../test/support/ask-mock.ts';
import { type RunningMock, startMock } from '../index.ts';
import { toCertificate } from './certificate.ts';
import { createSelfSigned } from './self-signed.ts';

/** A fee call of a client that trusts this certificate and no other. */
async function call(mock: RunningMock, ca: string | undefined, url = mock.url) {
  const dispatcher = new Agent({ connect: { ...(ca === undefined ? {} : { ca }) } });
  try {
    const { statusCode, body } = await request(`${url}${FEE}`, {
      method: 'POST',
      dispatcher,
      headers: headersFor(mock.token()),
      body: JSON.stringify(BASELINE),
    });

    return { status: statusCode, body: await body.json() };
  } finally {
    await dispatcher.close();
  }
}

const ACCEPTED = { status: 200, body: expect.objectContaining({ message: 'ok' }) };

describe('a mock that serves https', () => {
  it('serves those who trust its own certificate, by every name of this machine', async () => {
    await using mock = await startMock({ tls: 'self-signed' });
    const { port } = new URL(mock.url);
    const pem = mock.certificate?.pem ?? '';

    expect(mock.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await call(mock, pem)).toEqual(ACCEPTED);
    expect(await call(mock, pem, `https://localhost:${port}`)).toEqual(ACCEPTED);
    expect(pem).not.toContain('PRIVATE');
    expect(mock.certificate?.fingerprint).toMatch(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(mock.certificate?.names).toEqual(['localhost', '127.0.0.1', '::1']);
  });

  it('is refused by clients that do not trust it, and keeps serving', async () => {
    await using mock = await startMock({ tls: 'self-signed' });
    await using other = await startMock({ tls: 'self-signed' });

    await expect(call(mock, undefined)).rejects.toThrow(/self-signed/);
    await expect(call(mock, other.certificate?.pem)).rejects.toThrow();
    expect(await call(mock, mock.certificate?.pem)).toEqual(ACCEPTED);
  });

  it('takes a certificate and its key', async () => {
    const tls = createSelfSigned(['127.0.0.1']);
    const pem = tls.cert.toString();
    await using mock = await startMock({ tls: { cert: Buffer.from(tls.cert), key: Buffer.from(tls.key) } });

    expect(mock.certificate).toMatchObject({ pem, names: ['127.0.0.1'], isSelfSigned: true });
    expect(await call(mock, pem)).toEqual(ACCEPTED);
  });

  it('shows no key where certificate and key come in one text', async () => {
    const { cert, key } = createSelfSigned(['127.0.0.1']);
    const both = `${key}${cert}`;
    await using mock = await startMock({ tls: { cert: both, key: both } });

    expect(mock.certificate?.pem).not.toContain('PRIVATE');
    expect(await call(mock, mock.certificate?.pem)).toEqual(ACCEPTED);
  });

  it('outlives clients that speak no TLS', async () => {
    await using mock = await startMock({ tls: 'self-signed' });
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'close');

    expect(await call(mock, mock.certificate?.pem)).toEqual(ACCEPTED);
  });

  const right = createSelfSigned(['localhost']);
  const locked = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' },
  }).privateKey;

  it.each([
    [
      'no certificate',
      { ...right, cert: 'nonsense' },
      'certificate: expected one as PEM, got something else',
    ],
    [
      'a key in its place',
      { ...right, cert: right.key },
      'certificate: expected one as PEM, got something else',
    ],
    ['no key', { ...right, key: 'nonsense' }, 'key: expected a private key as PEM without a passphrase, got'],
    [
      'a locked key',
      { ...right, key: locked },
      'key: expected a private key as PEM without a passphrase, got',
    ],
    [
      'the key of another',
      { ...right, key: createSelfSigned(['localhost']).key },
      'key: expected the one of the certificate, got another',
    ],
  ])('does not start with %s', async (_what, tls, message) => {
    await expect(startMock({ tls })).rejects.toMatchObject({
      name: 'MockError',
      code: 'certificate-unusable',
      message: expect.stringContaining(message),
    });
  });
});

describe('a certificate of its own making', () => {
  it('is one that vouches for a server, and for itself alone', () => {
    const { cert, key } = createSelfSigned(['localhost']);
    const read = new X509Certificate(cert);

    expect(toCertificate({ cert, key }).names).toEqual(['localhost']);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.ca).toBe(false);
    expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  });

  it('is for the names it was made for and for no others', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/);
    const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));

    fc.assert(
      fc.property(
        fc.uniqueArray(host, { maxLength: 12 }),
        fc.uniqueArray(fc.oneof(fc.ipV4(), fc.ipV6()), { maxLength: 12 }),
        host,
        (hosts, addresses, other) => {
          const read = new X509Certificate(createSelfSigned(['localhost', ...hosts, ...addresses]).cert);

          for (const name of hosts) expect(read.checkHost(name)).toBe(name);
          for (const address of addresses) expect(read.checkIP(address)).toBe(address);
          if (!hosts.includes(other) && other !== 'localhost') expect(read.checkHost(other)).toBeUndefined();
        },
      ),
    );
  });
});

describe('a mock that is closed', () => {
  it('waits for no connection that never began its TLS handshake', async () => {
    const mock = await startMock({ tls: 'self-signed' });
    const silent = connect(Number(new URL(mock.url).port), '127.0.0.1');
    await once(silent, 'connect');
    const ended = once(silent, 'close');
    await Promise.all([mock.close(), ended]);

    // Node itself waits for two minutes, which is longer than this test may take.
    expect(silent.destroyed).toBe(true);
  });
});
