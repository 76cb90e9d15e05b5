/** The reference page in a browser, and a recording in the network panel of Chromium, and what Chromium exports from there. */

import { readFileSync } from 'node:fs';
import { request as ask, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseMerchants } from '../../src/engine/index.ts';
import { createHarWriter } from '../../src/exchange/har/har-writer.ts';
import { readHarFiles } from '../../src/exchange/har/read-har.ts';
import type { SeenExchange } from '../../src/exchange/traffic-event.ts';
import { mintToken, type RunningMock, startMock } from '../../src/mock/index.ts';
import { listenHttp } from '../deployments/listen.ts';
import { temporaryFolder } from '../support/folders.ts';
import { raise } from '../support/har-files.ts';
import { type Page, useChromium } from './chromium.ts';
import { expectQuiet } from './console.ts';

// For the mock that makes a certificate of its own.
const chromium = useChromium(['--ignore-certificate-errors']);

const FEE = '.opblock:has([data-path="/v1/ch"])';
const SALE = '.opblock:has([data-path="/v1/ch/sale"])';

/** Presses Send (here it is called Execute), and gives what the page shows of the answer. */
async function send(page: Page, operation: string): Promise<{ status: string; body: unknown }> {
  const of = (what: string) => `document.querySelector(${JSON.stringify(`${operation} ${what}`)})`;
  await page.until(`document.querySelector('main[aria-busy="false"]')`);
  await page.evaluate(`${of('.execute')}.click()`);
  const shown = `${of('.live-responses-table .response-col_description pre')}?.innerText`;
  await page.until(shown);
  const status = await page.evaluate(`${of('.live-responses-table tbody td.response-col_status')}.innerText`);

  return { status: String(status).trim(), body: JSON.parse(String(await page.evaluate(shown))) };
}

const A_FEE = { status: '200', body: { transactionFee: 2.43, sTxId: expect.any(String), message: 'ok' } };

describe.skipIf(chromium.isLeftOut)('the reference page', () => {
  test('gets a fee, and attaches its sale', async () => {
    await using mock = await startMock();
    const page = await chromium.open(`${mock.url}/`);
    const fee = await send(page, FEE);
    const sale = await send(page, SALE);

    expect(await page.evaluate('document.title')).toContain('Transaction Fee and Sale API');
    expect(await backgroundOf(page)).toBe('rgb(250, 250, 250)');
    expect(fee).toEqual(A_FEE);
    expect(sale).toEqual({ status: '200', body: { sTxId: (fee.body as { sTxId: string }).sTxId } });
    expectQuiet(page, mock.url);
  });

  test('gets a fee in the dark, by another name and from below another path', async () => {
    await using mock = await startMock();
    await using behind = await listenHttp(forwardBelow('/w/one', mock));
    const origin = behind.url.origin.replace('127.0.0.1', 'localhost');
    const page = await chromium.open(`${origin}/w/one/`, 'dark');

    expect(await send(page, FEE)).toEqual(A_FEE);
    expect(await backgroundOf(page)).toBe('rgb(28, 32, 34)');
    expect(page.asked).toContain(`${origin}/w/one/v1/ch`);
    expectQuiet(page, `${origin}/w/one`);
  });

  test('gets a fee over https, for a merchant with several processors', async () => {
    const pricing = { model: 'flat', fixed: '2.43' };
    const processors = ['left', 'right'].map((name, at) => ({ mid: `70${at}`, name, pricing }));
    const merchants = parseMerchants(JSON.stringify({ merchants: { both: { processors } } }), 'test');
    await using mock = await startMock({ merchants, tls: 'self-signed' });
    const page = await chromium.open(`${mock.url}/`);

    expect(await send(page, FEE)).toEqual(A_FEE);
    expectQuiet(page, mock.url);
  });

  test('gets the fee of the example by the contract alone', async () => {
    await using mock = await startMock({ static: true });
    const page = await chromium.open(`${mock.url}/`);

    expect(await send(page, FEE)).toMatchObject({ status: '200', body: { transactionFee: 3.2 } });
    expectQuiet(page, mock.url);
  });

  test('takes a token where the mock verifies them, and says why it got no fee before', async () => {
    const secret = 'a secret of at least 32 characters';
    await using mock = await startMock({ jwtSecret: secret });
    const page = await chromium.open(`${mock.url}/`);
    const refused = await send(page, FEE);
    await authorize(page, await mintToken('one', { secret }));
    await page.evaluate(`document.querySelector(${JSON.stringify(`${FEE} .btn-clear`)}).click()`);

    expect(refused).toMatchObject({ status: '401', body: { reasonCode: 'unauthorized' } });
    expect(await send(page, FEE)).toEqual(A_FEE);
    // The refusal is all that the browser complains of.
    expect(page.complaints.filter((complaint) => !complaint.includes('status of 401'))).toEqual([]);
  });
});

async function backgroundOf(page: Page): Promise<unknown> {
  return page.evaluate('getComputedStyle(document.body).backgroundColor');
}

/** Pastes a token into the field behind the button. */
async function authorize(page: Page, token: string): Promise<void> {
  await page.evaluate(`document.querySelector('.auth-wrapper .authorize').click()`);
  await page.until(`document.querySelector('.auth-container input')`);
  await page.evaluate(`document.querySelector('.auth-container input').focus()`);
  await page.type(token);
  await page.evaluate(`document.querySelector('.auth-container .authorize').click()`);
  await page.until(`document.querySelector('.auth-container .btn-done')`);
  await page.evaluate(`document.querySelector('.auth-container .btn-done').click()`);
}

/** Something that stands before a mock and takes the beginning of the path away. */
function forwardBelow(base: string, mock: RunningMock): RequestListener {
  return (asked, answer) => {
    const { method, headers, url = '' } = asked;
    const onward = ask(`${mock.url}${url.slice(base.length)}`, { method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(answer);
    });
    asked.pipe(onward);
  };
}

// A recording in the network panel of Chromium, and what Chromium exports from there.

const folder = temporaryFolder();
const path = join(folder, 'own.har');

const PRICED = '{"transactionFee":0.03,"sTxId":"5b8f7c1e","message":"ok"}';

function eventOf(at: number, url: string, status: number): SeenExchange {
  return {
    kind: 'exchange',
    exchange: {
      service: 'https://fees.example.com/base',
      lacks: [],
      ...{ id: `r-${at}`, world: undefined, merchant: undefined },
      ...{ startedAt: 1_760_000_000_000 + at * 100, endedAt: at * 100 + 20, duration: 20 },
      request: {
        method: 'POST',
        url,
        headers: {},
        rawHeaders: [
          'Host',
          'fees.example.com',
          'Content-Type',
          'application/json',
          'Authorization',
          'Bearer a.b.c',
        ],
        body: '{"amount":1,"nicn":"424242","region":"AZ"}',
      },
      response: {
        ...{
          status,
          headers: {},
          rawHeaders: ['Content-Type', 'application/json'],
          statusText: 'Fine',
          body: PRICED,
        },
      },
    },
  };
}

/** Runs in the page of the developer tools, with the recording. */
const IMPORT = `async (har) => {
  const HAR = await import('./models/har/har.js');
  const { NetworkPanel } = (await import('./panels/network/network.js')).NetworkPanel;
  const { ViewManager } = (await import('./ui/legacy/legacy.js')).ViewManager;
  await ViewManager.instance().showView('network');
  await NetworkPanel.instance().networkLogView.onLoadFromFile(new File([har], 'own.har'));
  const requests = HAR.Importer.Importer.requestsFromHARLog(new HAR.HARFormat.HARRoot(JSON.parse(har)).log);
  const bodies = [];
  for (const request of requests) {
    const { text } = await request.requestContentData();
    bodies.push([await request.requestFormData(), text]);
  }
  return { bodies, exported: JSON.stringify({ log: await HAR.Log.Log.build(requests, { sanitize: true }) }) };
}`;

/** What a person sees in the page, in one line. */
const SHOWN = `(() => {
  const textOf = (node) => [...(node.shadowRoot ? [node.shadowRoot] : []), ...node.childNodes]
    .map((child) => child.nodeType === 3 ? child.textContent : /^(STYLE|SCRIPT)$/.test(child.nodeName) ? '' : textOf(child))
    .join(' ');
  return textOf(document.body).replaceAll(/\\s+/g, ' ');
})()`;

test.skipIf(chromium.isLeftOut)(
  'a recording opens in the network panel, and its export is read again',
  { timeout: 120_000 },
  async () => {
    const writer = createHarWriter(path, {
      version: '0.1.0',
      onError: raise,
    });
    const events = [eventOf(0, '/v1/ch', 200), eventOf(1, '/v1/ch/sale', 404)];
    for (const event of events) writer.write(event);
    await writer.close();
    const page = await chromium.open('devtools://devtools/bundled/devtools_app.html');
    await page.until(`document.title === 'DevTools' && document.body?.childElementCount > 0`);
    const har = JSON.stringify(readFileSync(path, 'utf8'));
    const result = await page.evaluate(`(${IMPORT})(${har})`);
    const { bodies, exported } = result as Readonly<Record<string, string>>;

    expect(bodies).toEqual(events.map(({ exchange }) => [exchange.request.body, exchange.response.body]));
    await page.until(`${SHOWN}.includes(' 2 requests ')`);
    expect(await page.evaluate(SHOWN)).toMatch(
      / ch fees\.example\.com\/base\/v1 200 Fine .* sale .* 404 Fine /,
    );

    async function* bytes() {
      yield Buffer.from(exported ?? '');
    }
    const again = [];
    for await (const batch of readHarFiles([{ name: 'exported.har', bytes: bytes() }])) again.push(...batch);

    expect(again).toMatchObject(
      events.map(({ exchange }) => ({
        exchange: {
          service: exchange.service,
          // Chromium leaves the token out, and the bodies that it never loaded itself.
          lacks: ['authorization', 'response-body'],
          request: { url: exchange.request.url, body: exchange.request.body },
          response: { status: exchange.response.status },
        },
      })),
    );
  },
);
