/** Hostile content in every place that the console shows: nothing runs, nothing breaks the layout. */
import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { mintToken, startMock } from '../../cli/index.ts';
import { createTrafficJudge } from '../../conformance/index.ts';
import { createConsoleFiles } from '../../src/console/console-files.ts';
import { parseMerchants } from '../../src/engine/index.ts';
import { listenHttp } from '../deployments/listen.ts';
import { startFront } from '../proxy/wire.ts';
import { posting } from '../support/ask-mock.ts';
import { useChromium } from './chromium.ts';
import { type ConsolePage, expectQuiet, openConsole, overflowOf } from './console.ts';

const chromium = useChromium();

/** Each sets `window.ran` where it is taken for anything but text. */
const MARKUP = [
  '<img src=x onerror="window.ran=1">',
  '"><script>window.ran=1</script>',
  "'><svg onload=window.ran=1>",
  '</code></pre><iframe srcdoc="<script>parent.ran=1</script>">',
  'javascript:window.ran=1//',
  '{{constructor.constructor("window.ran=1")()}}',
];
const TERMINAL = '\u001b[31m\u001b]0;title\u0007\u009b2J';
const BIDI = '\u202e\u2066gnp.exe\u2069\u200f\u2028';
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
const LONG = 'W'.repeat(3_000);
const HOSTILE: readonly string[] = [...MARKUP, TERMINAL, BIDI, ...NAMES, LONG, '🏴‍☠️'.repeat(200), ''];

/** A member `__proto__` of its own, which an object literal would not have. */
const PROTOTYPE = '{"__proto__":{"ran":1},"amount":1,"nicn":"424242","region":"AZ","mTxId":"own-prototype"}';

type Send = (path: string, body: string, headers?: Readonly<Record<string, string>>) => Promise<void>;

function sending(url: string, token: string): Send {
  const post = posting(url, token);

  return async (...call) => void (await post(...call).catch(() => {}));
}

/** Hostile values in each field, header and part of the address. */
async function sendHostile(send: Send): Promise<void> {
  const fee = { amount: 100, nicn: '424242', region: '85004' };
  for (const text of HOSTILE) {
    await send('/v1/ch', JSON.stringify({ ...fee, mTxId: text, campaign: [text], data: [text, text] }));
    await send('/v1/ch', JSON.stringify({ ...fee, mTxId: text, amount: 20 }));
    await send('/v1/ch/sale', JSON.stringify({ mTxId: text, authCode: text }));
    for (const field of ['amount', 'nicn', 'region', 'country', 'processor', 'cardToken', 'sTxId'])
      await send('/v1/ch', JSON.stringify({ ...fee, [field]: text }));
    await send('/v1/ch', JSON.stringify({ ...fee, [text]: text }));
    await send(`/v1/ch?q=${encodeURIComponent(text)}`, JSON.stringify(fee));
    await send(`/${encodeURIComponent(text).slice(0, 4_000)}`, text);
    await send('/v1/ch', JSON.stringify(fee), { 'x-own': text.replaceAll(/[^\x20-\x7e]/g, '?') });
    await send('/v1/ch', JSON.stringify(fee), {
      'tollgate-fault': `message="${text.replaceAll(/["\P{ASCII}]/gu, '')}"`,
    });
    await send('/v1/ch', text);
  }
  await send('/v1/ch', PROTOTYPE);
  await send('/v1/ch', JSON.stringify({ ...fee, data: ['x'.repeat(1024 * 1024 - 200)] }));
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`f${at}`, at]));
  await send('/v1/ch', JSON.stringify({ ...fee, ...many }));
  await send('/v1/ch', `${'['.repeat(20_000)}${']'.repeat(20_000)}`);
}

/** Opens every tab, and every exchange and transaction that it lists. */
async function expectHarmless(page: ConsolePage, url: string, views: readonly string[]): Promise<void> {
  for (const width of [1400, 420]) {
    await page.resize(width, 900);
    for (const view of views) {
      await page.go(view);
      // What is read for the view arrives a moment later.
      await new Promise((resolve) => setTimeout(resolve, 60));
      await page.evaluate(`for (const one of document.querySelectorAll('#view details')) one.open = true`);
      const found = await page.evaluate(`({
        ran: window.ran ?? ({}).ran ?? null,
        nodes: document.querySelectorAll('#console :is(img, script, iframe[srcdoc], object, embed, [onload], [onerror], [href^="javascript:" i])').length,
        raw: /[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]/.exec((document.querySelector('#console').innerText + [...document.querySelectorAll('#console :is([aria-label], [title])')].map((one) => one.ariaLabel + one.title).join()))?.index ?? null,
      })`);

      expect({ view, width, found, overflow: await overflowOf(page) }).toEqual({
        ...{ view, width, overflow: 0 },
        found: { ran: null, nodes: 0, raw: null },
      });
    }
  }
  // The browser itself notes that there is no such exchange.
  const complaints = page.complaints.filter((complaint) => !complaint.includes('status of 404'));
  expectQuiet({ ...page, complaints }, url);
}

interface Entries {
  readonly entries: readonly {
    readonly requestId: string;
    readonly answer: { readonly body?: { readonly sTxId?: unknown } };
  }[];
}

async function viewsOf(url: string): Promise<readonly string[]> {
  const { entries } = (await (await fetch(`${url}/_tollgate/journal`)).json()) as Entries;
  const ids = entries.map(({ requestId }) => requestId);
  const sTxIds = new Set(
    entries.map(({ answer }) => answer.body?.sTxId).filter((id) => typeof id === 'string'),
  );
  // Every eighth, so that each kind of place has some, and the last ones, which are the largest.
  const some = [...ids.filter((_, at) => at % 8 === 0), ...ids.slice(-4)];

  return [
    'exchanges',
    ...some.map((id) => `exchanges/${encodeURIComponent(id)}`),
    'transactions',
    ...[...sTxIds].slice(0, 30).map((id) => `transactions/${encodeURIComponent(id as string)}`),
    `transactions/${encodeURIComponent(MARKUP[0] ?? '')}`,
    `exchanges/${encodeURIComponent(MARKUP[0] ?? '')}`,
    'verdict',
  ];
}

describe.skipIf(chromium.isLeftOut)('hostile content', () => {
  test('in requests to a mock is text in every tab', { timeout: 240_000 }, async () => {
    const processors = [{ mid: '7"<b>', name: '<i>left</i>', pricing: { model: 'flat', fixed: '2.43' } }];
    const merchants = parseMerchants(JSON.stringify({ merchants: { one: { processors } } }), 'test');
    await using mock = await startMock({
      merchants,
      faults: [`amount=13.37: message="<img src=x onerror=window.ran=1>${BIDI}"`],
    });
    await sendHostile(sending(mock.url, mock.token()));
    await sendHostile(sending(mock.world('other').url, mock.token()));
    const page = await openConsole(chromium, mock.url);

    await expectHarmless(page, mock.url, [...(await viewsOf(mock.url)), 'controls']);
  });

  test('in responses that a proxy passes is text in every tab', { timeout: 240_000 }, async () => {
    await using service = await listenHttp(hostileService());
    const to = service.url.origin;
    const judge = createTrafficJudge({ target: to, isJournaled: true });
    const proxy = await startFront(to, {
      onEvent: judge.observe,
      verdict: judge.report,
      consoleFiles: createConsoleFiles(),
    });
    try {
      await sendHostile(sending(proxy.url, mintToken(MARKUP[0] ?? '', {})));
      const page = await openConsole(chromium, proxy.url);

      await expectHarmless(page, proxy.url, await viewsOf(proxy.url));
    } finally {
      await proxy.close();
    }
  });
});

/** Answers each call with another hostile value in every place of the response. */
function hostileService(): RequestListener {
  let turn = 0;

  return (request, response) => {
    turn += 1;
    const text = HOSTILE[turn % HOSTILE.length] ?? '';
    const header = text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 1_000);
    request.resume();
    response.writeHead(turn % 5 === 0 ? 422 : 200, header, {
      'content-type': turn % 7 === 0 ? 'text/html' : 'application/json',
      'x-own': header,
      'tollgate-fault': header,
    });
    const body = {
      transactionFee: 2.43,
      sTxId: `${turn % 3} ${text}`,
      message: turn % 4 === 0 ? text : 'ok',
      [text]: text,
    };
    response.end(turn % 11 === 0 ? text : JSON.stringify(body));
  };
}
