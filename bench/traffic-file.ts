/** Writes a HAR file as a browser does, with carts of several merchants that are priced, updated and sold, or refused. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** @returns how many exchanges the file has */
export async function writeTraffic(path: string, bytes: number): Promise<number> {
  const file = createWriteStream(path);
  file.write(
    '{"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"pages":[],"entries":[',
  );
  let count = 0;
  for (let written = 0; written < bytes; count++) {
    const entry = `${count === 0 ? '' : ','}${JSON.stringify(entryOf(count))}`;
    written += entry.length;
    if (!file.write(entry)) await once(file, 'drain');
  }
  file.end(']}}');
  await once(file, 'finish');

  return count;
}

const TOKENS = ['one', 'two', 'three', 'four'].map((merchant) =>
  [
    '{"alg":"HS256","typ":"JWT"}',
    `{"merchant":"${merchant}","iat":1760000000}`,
    'a signature of 32 bytes, no less',
  ]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.'),
);

/** How many carts shop at the same time, and in how many steps. */
const CARTS = 20;
const STEPS = 3;
/** One cart in this many is refused. */
const REFUSED = 10;

/** The steps of a cart are 60 ms apart, so that each call ends before the next one starts. */
function callOf(count: number) {
  const block = Math.floor(count / (CARTS * STEPS));
  const step = Math.floor(count / CARTS) % STEPS;
  const cart = block * CARTS + (count % CARTS);
  const sTxId = hash('md5', String(cart));
  const priced = { amount: 10 + (count % 1000) / 100, nicn: '424242', region: 'AZ' };
  const fee = { transactionFee: 0.5, sTxId, message: 'ok' };
  const call = { token: TOKENS[cart % TOKENS.length], path: '/v1/ch', status: 200 };
  if (cart % REFUSED === 0)
    return { ...call, status: 400, sent: priced, answered: { message: 'No fee for this region.' } };
  if (step === 0) return { ...call, sent: { ...priced, mTxId: `order-${cart}` }, answered: fee };
  if (step === 1) return { ...call, sent: { ...priced, sTxId }, answered: fee };

  return {
    ...{ ...call, path: '/v1/ch/sale' },
    ...{ sent: { sTxId, authCode: '123456' }, answered: { sTxId, message: 'ok' } },
  };
}

function entryOf(count: number): object {
  const { token, path, status, sent, answered } = callOf(count);
  const text = JSON.stringify(sent);
  const answer = JSON.stringify(answered);
  const time = 1 + ((count * 7) % 50);
  const message = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };

  return {
    _initiator: { type: 'script' },
    _priority: 'High',
    _resourceType: 'fetch',
    startedDateTime: new Date(1_760_000_000_000 + count * 3).toISOString(),
    time,
    request: {
      ...message,
      method: 'POST',
      url: `https://fees.example.com/base${path}`,
      headers: headersOf({
        Host: 'fees.example.com',
        'Content-Type': 'application/json',
        'Content-Length': `${text.length}`,
        'X-Requested-With': 'xhr',
        Authorization: `Bearer ${token}`,
        'User-Agent':
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        Accept: '*/*',
      }),
      queryString: [],
      bodySize: text.length,
      postData: { mimeType: 'application/json', text },
    },
    response: {
      ...message,
      status,
      statusText: status === 200 ? 'OK' : 'Bad Request',
      headers: headersOf({ 'Content-Type': 'application/json', Date: 'Mon, 23 Nov 2026 10:00:00 GMT' }),
      content: { size: answer.length, mimeType: 'application/json', text: answer },
      redirectURL: '',
      bodySize: answer.length,
      _transferSize: 300,
    },
    cache: {},
    timings: { blocked: 0.4, dns: -1, ssl: -1, connect: -1, send: 0.1, wait: time - 1, receive: 0.5 },
  };
}

function headersOf(headers: Readonly<Record<string, string>>): readonly object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
