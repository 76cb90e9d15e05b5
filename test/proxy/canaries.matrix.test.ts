/** Secrets in every place of an exchange and in every encoding: nothing that the proxy writes or shows has them. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { jsonLine, tailLine } from '../../cli/commands/tail.ts';
import { createTrafficJudge, REPORTERS } from '../../conformance/index.ts';
import { createHarWriter } from '../../src/exchange/har/har-writer.ts';
import type { JournalEntry } from '../../src/exchange/journal/entry.ts';
import { createStoryteller } from '../../src/exchange/journal/story.ts';
import { headersFor } from '../support/ask-mock.ts';
import { temporaryFolder } from '../support/folders.ts';
import { sampled } from '../support/sampled.ts';
import { startFront } from './wire.ts';

const folder = temporaryFolder();

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const CLAIM = 'canary-of-a-claim';
const TOKEN = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: CLAIM, iat: 1 })}.Y2FuYXJ5LXNpZ25hdHVyZS0wMTIz`;
const KEY = 'canaryK3yOf7Letters';
const CARD = '5105105105105100';

/** What must not be shown, in any of the decodings that a reader may try. */
const SECRETS: Readonly<Record<string, readonly [secret: string, canary: RegExp]>> = {
  'a token': [TOKEN, new RegExp(`${TOKEN.split('.').slice(1).join('|')}|${CLAIM}`)],
  'an API key': [KEY, new RegExp(KEY)],
  'a card number': [CARD, /5105[^\da-z\n]{0,3}1051[^\da-z\n]{0,3}0510[^\da-z\n]{0,3}5100/],
};

type Form = (secret: string) => string;

const FORMS: Readonly<Record<string, Form>> = {
  plain: (secret) => secret,
  'with spaces': (secret) => secret.replaceAll(/\d{4}(?=\d)/g, '$& '),
  'with dashes': (secret) => secret.replaceAll(/\d{4}(?=\d)/g, '$&-'),
  'percent-encoded': (secret) =>
    [...secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
};

const escaped: Form = (secret) =>
  [...secret].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

interface Sent {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Parts extends Sent {
  readonly answer?: Omit<Sent, 'path'>;
}

const FEE = { amount: -5, nicn: '4242', region: '85004' };
const ANSWER = { transactionFee: 1, sTxId: 'transaction-1', message: 'ok' };
const fee = (more: object) => JSON.stringify({ ...FEE, ...more });
const answer = (more: object) => ({ body: JSON.stringify({ ...ANSWER, ...more }) });

/** Named like a secret, where any value is hidden. */
const NAMED: Readonly<Record<string, (secret: string) => Parts>> = {
  'the header X-Api-Key': (secret) => ({ headers: { 'x-api-key': secret } }),
  'the token': (secret) => ({ headers: { authorization: `Bearer ${secret}` } }),
  'another scheme': (secret) => ({ headers: { authorization: `ApiKey ${secret}` } }),
  'a cookie': (secret) => ({ headers: { cookie: `theme=dark; sid=${secret}` } }),
  'a parameter': (secret) => ({ path: `/v1/ch?a=1&api_key=${secret.replaceAll(' ', '+')}` }),
  'the field cardToken': (secret) => ({ body: fee({ cardToken: secret }) }),
  'an unknown field': (secret) => ({ body: fee({ apiKey: secret }) }),
  'a nested field': (secret) => ({ body: fee({ a: [{ access_token: { b: secret } }] }) }),
  'JSON in a field': (secret) => ({ body: fee({ data: [JSON.stringify({ password: secret })] }) }),
  'an escaped field': (secret) => ({ body: fee({ password: 'P' }).replace('"P"', `"${escaped(secret)}"`) }),
  'a malformed body': (secret) => ({ body: `{"amount":1,"apiKey":"${secret}` }),
  'a form': (secret) => ({ body: `amount=1&password=${secret}` }),
  'a cookie that is set': (secret) => ({ answer: { headers: { 'set-cookie': `sid=${secret}; HttpOnly` } } }),
  'a header of the response': (secret) => ({ answer: { headers: { 'x-session-token': secret } } }),
  'a field of the response': (secret) => ({ answer: answer({ debug: { apiKey: secret } }) }),
  'a broken response': (secret) => ({ answer: { body: `{"transactionFee":1,"apiKey":"${secret}` } }),
};

/** Where only a secret that is known by its form is hidden. */
const OPEN: typeof NAMED = {
  'any header': (secret) => ({ headers: { 'x-note': `see ${secret}!` } }),
  'any parameter': (secret) => ({ path: `/v1/ch?note=${secret.replaceAll(' ', '+')}` }),
  'a parameter without a name': (secret) => ({ path: `/v1/ch?${secret.replaceAll(' ', '%20')}` }),
  'the path': (secret) => ({ path: `/${secret.replaceAll(' ', '%20')}/v1/ch` }),
  'a documented field': (secret) => ({ body: fee({ data: [`note: ${secret}`] }) }),
  'an identifier': (secret) => ({ body: fee({ mTxId: secret }) }),
  'the nicn': (secret) => ({ body: fee({ nicn: secret }) }),
  'the region': (secret) => ({ body: fee({ region: secret }) }),
  'the name of a field': (secret) => ({ body: fee({ [secret]: 1 }) }),
  'an escaped text': (secret) => ({ body: fee({ data: ['T'] }).replace('"T"', `"${escaped(secret)}"`) }),
  'a plain text': (secret) => ({ body: `price ${secret} please` }),
  'any header of the response': (secret) => ({ answer: { headers: { 'x-echo': secret } } }),
  'a field of the response': (secret) => ({ answer: answer({ message: `no card ${secret}` }) }),
  'an sTxId': (secret) => ({ answer: answer({ sTxId: secret }) }),
  'a page': (secret) => ({ answer: { body: `<p>unknown: ${secret}</p>` } }),
};

/** Each secret in each place, in one form after another: the laws of masking try each form in each place. */
const TRIED = Object.entries(SECRETS).flatMap(([kind, [secret, canary]]) => {
  const forms = Object.entries(FORMS)
    .filter(([, form]) => form === FORMS['plain'] || form(secret) !== secret)
    .filter(([name]) => kind === 'a card number' || !name.startsWith('with '));

  return Object.entries(kind === 'an API key' ? NAMED : { ...NAMED, ...OPEN }).map(([place, parts], at) => {
    const [name, form = FORMS['plain']!] = forms[at % forms.length] ?? ['plain'];

    return { title: `${kind} in ${place}, ${name}`, ...parts(form(secret)), canary };
  });
});

test.each(sampled(TRIED, 4))('$title', expectHidden);

async function expectHidden({ canary, ...parts }: (typeof TRIED)[number]): Promise<void> {
  for (const [where, written] of Object.entries(await allShown(parts)))
    expect.soft(canary.exec(readings(written))?.[0], where).toBeUndefined();
}

/** Everything that the proxy shows of an ordinary call and of these parts. */
async function allShown(parts: Parts): Promise<Readonly<Record<string, string>>> {
  const service = createServer((incoming, response) => {
    incoming.resume();
    response.writeHead(200, { 'content-type': 'application/json', ...answerOf()?.headers });
    response.end(answerOf()?.body ?? JSON.stringify(ANSWER));
  });
  let calls = 0;
  const answerOf = () => (calls > 1 ? parts.answer : undefined);
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const har = join(mkdtempSync(join(folder, 'one-')), 'traffic.har');
  const judge = createTrafficJudge({ target: 'http://127.0.0.1' });
  const recorder = createHarWriter(har, {
    version: '1.0.0',
    onError: (error) => {
      throw error;
    },
  });
  const front = await startFront(`http://127.0.0.1:${(service.address() as AddressInfo).port}`, {
    onEvent(event) {
      recorder.write(event);

      return judge.observe(event);
    },
    verdict: judge.report,
  });
  const send = async ({ path = '/v1/ch', headers = {}, body = fee({}) }: Sent) => {
    calls += 1;
    const asking = request(front.url + path, {
      method: 'POST',
      agent: false,
      headers: {
        ...headersFor(TOKEN.replace(encode({ sub: CLAIM, iat: 1 }), encode({ sub: 'one' }))),
        ...headers,
      },
    });
    asking.end(body);

    return new Promise((resolve, reject) => {
      asking.once('error', reject);
      asking.once('response', (response) => resolve(text(response)));
    });
  };
  const look = async (path: string) => (await fetch(`${front.url}/_tollgate/${path}`)).text();
  await send({ body: JSON.stringify({ ...FEE, amount: 5, nicn: '424242' }) });
  for (let at = 0; at < 3; at++) await send(parts);
  while ((JSON.parse(await look('journal')) as { entries: unknown[] }).entries.length < 4);
  const journal = await look('journal');
  const { entries } = JSON.parse(journal) as { readonly entries: readonly JournalEntry[] };
  const verdict = await look('verdict');
  await front.close();
  await recorder.close();
  service.close();
  const report = judge.report();
  const tell = createStoryteller();

  return {
    ...Object.fromEntries(Object.entries(REPORTERS).map(([kind, write]) => [kind, write(report)])),
    ...{ journal, verdict, har: readFileSync(har, 'utf8') },
    tail: entries.map((entry) => tailLine(entry, tell(entry), (_, shown) => shown)).join(''),
    'tail --json': entries.map((entry) => jsonLine(JSON.stringify(entry))).join(''),
  };
}

/** The text in every decoding that a reader could try. */
function readings(written: string): string {
  const unescaped = written.replaceAll(/\\+u([\da-f]{4})/gi, (_, hex: string) => letterOf(hex));
  const decoded = unescaped.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => letterOf(hex));
  const parts = [...written.matchAll(/[\w-]{16,}/g)].map(({ 0: part }) =>
    Buffer.from(part, 'base64url').toString('latin1'),
  );

  return [written, unescaped, decoded, ...parts].join('\n');
}

function letterOf(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
