/** A recording in the network panel of Chromium, and what Chromium exports from there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHarWriter } from '../../src/exchange/har/har-writer.ts';
import { readHarFiles } from '../../src/exchange/har/read-har.ts';
import type { SeenExchange } from '../../src/exchange/traffic-event.ts';
import { temporaryFolder } from '../support/folders.ts';
import { useChromium } from './chromium.ts';

const chromium = useChromium();
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
      onError: (error) => {
        throw error;
      },
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
