/** The reference page in a browser, with a log of its requests and complaints. */
import { request as ask, type RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { parseMerchants } from '../../src/engine/index.ts';
import { mintToken, type RunningMock, startMock } from '../../src/mock/index.ts';
import { listenHttp } from '../deployments/listen.ts';
import { type Page, useChromium } from './chromium.ts';

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

/** No request to another origin, and no complaint. */
function expectQuiet({ asked, complaints }: Page, origin: string): void {
  const elsewhere = asked.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'));

  expect({ elsewhere, complaints }).toEqual({ elsewhere: [], complaints: [] });
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
