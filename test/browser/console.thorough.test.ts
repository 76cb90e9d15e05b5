/** The exchanges of the console as a person meets them: in a browser, with a keyboard, in both colours and two widths. */
import { describe, expect, test } from 'vitest';
import { type RunningMock, startMock } from '../../cli/index.ts';
import { asking, BASELINE, FEE, posting, SALE } from '../support/ask-mock.ts';
import { useChromium } from './chromium.ts';
import { axeViolations, expectQuiet, openConsole } from './console.ts';

const chromium = useChromium();

const WIDE = [1400, 900] as const;
const PHONE = [420, 900] as const;
/** Frames of scrolling that are measured. */
const FRAMES = 120;
/** The CPU time of the page's main thread for one of 30 frames a second, in milliseconds. */
const FRAME_CPU = 33;

const open = (
  { url }: Pick<RunningMock, 'url'>,
  path = '/',
  size: readonly [number, number] = WIDE,
  scheme: 'light' | 'dark' = 'light',
) => openConsole(chromium, url, { path, size, scheme });

/** A fee, its update, its sale, a second sale, three refusals, a hint, a fault. */
async function sendTraffic(mock: RunningMock): Promise<void> {
  const ask = asking(mock);
  await ask(FEE, { ...BASELINE, mTxId: 'order-1' });
  await ask(FEE, { ...BASELINE, amount: 133.5, mTxId: 'order-1' });
  await ask(SALE, { mTxId: 'order-1' });
  await ask(SALE, { mTxId: 'order-1', authCode: '2' });
  await ask(FEE, { ...BASELINE, nicn: '4242' });
  await ask(FEE, { amount: '12.50', nicn: '4', region: 'nowhere' });
  await ask(FEE, BASELINE, { authorization: '' });
  await ask(FEE, { ...BASELINE, mtxid: 'order-2' });
  await ask(FEE, BASELINE, { 'tollgate-fault': 'status=503' });
}

/** The rows from top to bottom, which stand in any order in the page. */
const rows = `[...document.querySelectorAll('.row')]
  .toSorted((one, other) => one.ariaPosInSet - other.ariaPosInSet)
  .map((row) => row.innerText.replaceAll(/\\s+/g, ' '))`;

describe.skipIf(chromium.isLeftOut)('the exchanges of the console', () => {
  test('begin with a call to paste, and show an exchange within 200 ms', async () => {
    await using mock = await startMock();
    const page = await open(mock);
    await page.until(`document.querySelector('.empty pre')`);
    const pasted = await page.evaluate(`document.querySelector('.empty pre').innerText`);
    const times = [];
    for (let at = 0; at < 5; at++) {
      times.push(
        await page.evaluate(`(async () => {
          const response = await fetch('v1/ch', { method: 'POST', body: '{}', headers: {
            authorization: 'Bearer ${mock.token()}', 'content-type': 'application/json' } });
          const begin = performance.now();
          const id = 'row-' + response.headers.get('request-id');
          while (document.getElementById(id) === null) await new Promise(requestAnimationFrame);
          return performance.now() - begin;
        })()`),
      );
    }

    expect(pasted).toContain(`curl -sS '${mock.url}/v1/ch'`);
    expect(pasted).not.toContain('eyJ');
    expect(Math.min(...times.map(Number))).toBeLessThan(200);
    expect(page.complaints.filter((complaint) => !complaint.includes('status of 422'))).toEqual([]);
  });

  test('say what each exchange did and what was wrong, and shrink to those that fit a filter and words', async () => {
    await using mock = await startMock();
    await sendTraffic(mock);
    const page = await open(mock);
    await page.until(`${rows}.length === 9`);
    const all = (await page.evaluate(rows)) as readonly string[];

    expect(all.toReversed().map((row) => row.replace(/^[\d:]+ /, ''))).toEqual([
      expect.stringMatching(/^200 POST \/v1\/ch one order-1 new 100.00 2.43$/),
      expect.stringMatching(/^200 POST \/v1\/ch one order-1 updated 133.50 3.18$/),
      expect.stringMatching(/^200 POST \/v1\/ch\/sale one order-1 sold$/),
      expect.stringMatching(/^200 POST \/v1\/ch\/sale one order-1 sold 1 Expected one sale/),
      expect.stringMatching(
        /^422 .* refused 100.00 1 \/nicn: expected a string of 6 to 8 digits, got "4242"$/,
      ),
      expect.stringMatching(/^422 .* refused "12.50" \d /),
      expect.stringMatching(/^401 .* refused 100.00 1 header Authorization: /),
      expect.stringMatching(/^200 .* new 100.00 2.43 1 Expected the field mTxId, got mtxid.$/),
      expect.stringMatching(/^503 .* fault 100.00 fault: status=503$/),
    ]);

    const filtered = async (label: string) => {
      await page.evaluate(
        `[...document.querySelectorAll('.chip')].find((chip) => chip.innerText === '${label}').click()`,
      );
      return page.evaluate('document.querySelectorAll(".row").length');
    };
    const counts = [];
    for (const label of ['Refused', 'Faults', 'Findings', 'Fees', 'Sales', 'All'])
      counts.push(await filtered(label));
    expect(counts).toEqual([3, 1, 5, 3, 2, 9]);
    await page.press('/');
    await page.type('133.5 order');
    await page.until(`${rows}.length === 1`);
    expectQuiet(page, mock.url);
  });

  test('are walked through with the keyboard alone', async () => {
    await using mock = await startMock();
    await sendTraffic(mock);
    const page = await open(mock);
    await page.until(`${rows}.length === 9`);
    const active = `document.activeElement.id`;
    await page.press('/');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await page.press('ArrowDown');
    expect(await page.evaluate(active)).toBe('list');
    await page.press('End');
    await page.press('k');
    await page.press('Enter');
    await page.until(`document.querySelector('.detail .waterfall')`);
    const fees = `document.querySelector('.detail .step.fee')?.innerText`;

    expect(await page.evaluate(fees)).toContain('3.18');
    await page.press('j');
    await page.until(`${fees}?.includes('2.43')`);
    await page.press('Escape');
    await page.until(`document.querySelector('.detail') === null`);
    expect(await page.evaluate(active)).toBe('list');
    await page.evaluate('history.back()');
    await page.until(`document.querySelector('.detail')`);
    expectQuiet(page, mock.url);
  });

  test('open in full: what was wrong, the fee line by line, request and response', async () => {
    await using mock = await startMock();
    const answer = await asking(mock)(FEE, { ...BASELINE, amount: 133.5, mTxId: 'order-1' });
    const refused = await asking(mock)(FEE, { ...BASELINE, nicn: '4242' });
    const page = await open(mock, `/#/exchanges/${answer.headers['request-id']}`);
    await page.until(`document.querySelectorAll('.step').length > 3`);
    const steps = `[...document.querySelectorAll('.step .number')].map(({ innerText }) => innerText.trim())`;

    expect(await page.evaluate(steps)).toEqual([
      ...['2.20275', '0.10', '0.17355', '0.02', '0.60075', '0.08', '0.267', '−0.267', '0.00295', '3.18'],
    ]);
    const shown = `document.querySelector('.detail').innerText`;
    expect(await page.evaluate(shown)).toMatch(/"amount": 133.5,.*"transactionFee": 3.18/s);
    await page.evaluate(`location.hash = '#/exchanges/${refused.headers['request-id']}'`);
    await page.until(`${shown}.includes('nicn/refuses-fewer-than-6-digits')`);
    await page.until(`${shown}.includes('Replace /nicn with a value such as "424242".')`);
    await page.evaluate(`for (const one of document.querySelectorAll('.detail details')) one.open = true`);
    expect(await page.evaluate(shown)).toMatch(/authorization\s+\(/);
    expect(await page.evaluate('document.body.innerText')).not.toContain('eyJ');
    expectQuiet(page, mock.url);
  });

  test('bring the linked one into view, list time and amount on a phone, and give a fault a colour of its own', async () => {
    await using mock = await startMock();
    const ask = asking(mock);
    const { headers } = await ask(FEE, { ...BASELINE, mTxId: 'first' }, { 'tollgate-fault': 'status=503' });
    for (let at = 0; at < 40; at++) await ask(FEE, { ...BASELINE, nicn: '4242' });
    const wide = await open(mock, `/#/exchanges/${headers['request-id']}`);
    const isInView = (selector: string) => `(() => {
      const box = document.querySelector('${selector}')?.getBoundingClientRect();
      return box && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight + 1;
    })()`;
    await wide.until(isInView('.row.open'));
    const colours = `['.row.open .status .tone', '.row:not(.open) .status .tone'].map((one) => getComputedStyle(document.querySelector(one)).color)`;
    const [fault, refused] = (await wide.evaluate(colours)) as readonly string[];
    expect(fault).not.toBe(refused);

    const phone = await open(mock, '/', PHONE);
    await phone.until(`${rows}.length > 5`);
    for (const tab of ['exchanges', 'transactions', 'verdict', 'controls', 'reference'])
      expect([tab, await phone.evaluate(isInView(`#tab-${tab}`))]).toEqual([tab, true]);
    expect(await phone.evaluate(`document.querySelector('.row').innerText`)).toMatch(
      /\d\d:\d\d:\d\d.*100\.00/s,
    );
    expect(await phone.evaluate(isInView('.row .time'))).toBe(true);
    expect(await phone.evaluate(isInView('.row .amount'))).toBe(true);
  });

  test('keep columns in line, also with an amount of many digits', async () => {
    await using mock = await startMock();
    await sendTraffic(mock);
    await asking(mock)(FEE, { ...BASELINE, amount: 107.97999999999999 });
    // Left and right of each head, and of each cell that differs from it.
    const misplaced = `[...document.querySelectorAll('.columns > *')].flatMap((head) =>
      [...document.querySelectorAll('.row > .' + head.className)].filter((cell) => {
        const [one, other] = [head, cell].map((part) => part.getBoundingClientRect());
        return one.left !== other.left || one.right !== other.right;
      }).map((cell) => cell.outerHTML))`;
    const page = await open(mock);
    await page.until(`${rows}.some((row) => row.includes('107.9799'))`);
    expect(await page.evaluate(misplaced)).toEqual([]);
    await page.resize(...PHONE);
    const places = `[...document.querySelectorAll('.row .amount')].map((cell) => cell.getBoundingClientRect().left)`;
    expect(new Set((await page.evaluate(places)) as readonly number[]).size).toBe(1);

    await page.resize(...WIDE);
    await page.go('transactions');
    await page.until(`${rows}.some((row) => row.includes('107.9799'))`);
    expect(await page.evaluate(misplaced)).toEqual([]);
    await page.resize(...PHONE);
    expect(new Set((await page.evaluate(places)) as readonly number[]).size).toBe(1);
    expectQuiet(page, mock.url);
  });

  test('tell a screen reader how many came', async () => {
    await using mock = await startMock();
    const page = await open(mock);
    const says = (text: string) =>
      page.until(`document.querySelector('.listed [role=status]')?.textContent === '${text}'`);
    await asking(mock)(FEE, BASELINE);
    await says('1 in all');
    await asking(mock)(FEE, BASELINE);
    await says('2 in all');
    expectQuiet(page, mock.url);
  });

  test('send a refused request again, mended', async () => {
    await using mock = await startMock();
    const refused = await asking(mock)(FEE, { ...BASELINE, nicn: '4242' });
    const page = await open(mock, `/#/exchanges/${refused.headers['request-id']}`);
    await page.until(`document.querySelector('.washed .button')`);
    await page.evaluate(`document.querySelector('.washed .button').click()`);
    await page.until(`document.querySelector('.detail h2')?.innerText.startsWith('200')`);

    expect(await page.evaluate(`document.querySelector('.message').innerText`)).toContain('status 200');
    expect(
      mock
        .journal()
        .map(({ status, request }) => [status, (request.body as { readonly nicn?: string }).nicn]),
    ).toEqual([
      [422, '4242'],
      [200, '424242'],
    ]);
    expectQuiet(page, mock.url);
  });

  test('pause, resume, and come back where the mock does', async () => {
    let mock = await startMock();
    const port = Number(new URL(mock.url).port);
    const page = await open(mock);
    await asking(mock)(FEE, BASELINE);
    await page.until(`${rows}.length === 1`);
    await page.click('Pause');
    await asking(mock)(FEE, BASELINE);
    await page.until(`document.querySelector('.toolbar').innerText.includes('Resume (1 new)')`);
    await page.click('Resume');
    await page.until(`${rows}.length === 2`);
    await mock.close();
    await page.until(`document.querySelector('.connection.lost')`);
    mock = await startMock({ port });
    await asking(mock)(FEE, BASELINE);
    await page.until(`document.querySelector('.connection.live') && ${rows}.length === 1`);
    await mock.close();
  });

  test.each([
    ['light', WIDE],
    ['dark', WIDE],
    ['light', PHONE],
    ['dark', PHONE],
  ] as const)('have nothing that axe-core objects to: %s, %j', async (scheme, size) => {
    await using mock = await startMock();
    const empty = await open(mock, '/', size, scheme);
    await empty.until(`document.querySelector('.empty pre')`);
    expect(await axeViolations(empty)).toEqual([]);
    await sendTraffic(mock);
    const page = await open(mock, '/', size, scheme);
    await page.until(`${rows}.length === 9`);
    expect(await axeViolations(page)).toEqual([]);
    for (const { requestId, status } of mock.journal()) {
      await page.evaluate(`location.hash = '#/exchanges/${requestId}'`);
      await page.until(`document.querySelector('.detail h2')?.innerText.startsWith('${status}')`);
      expect(await axeViolations(page)).toEqual([]);
    }
  });

  test('are shown while 10,000 arrive, and scroll smoothly', async () => {
    await using mock = await startMock();
    const page = await open(mock);
    const post = posting(mock.url, mock.token());
    for (let sent = 0; sent < 10_000; sent += 100) {
      const requests = Array.from({ length: 100 }, (_, at) =>
        post(FEE, { ...BASELINE, mTxId: `order-${sent + at}` }).then((response) => response.text()),
      );
      await Promise.all(requests);
    }
    await page.until(`document.querySelector('.row')?.ariaSetSize === '10000'`);
    const before = await page.cpuTime();
    await page.evaluate(`(async () => {
      const list = document.querySelector('#list');
      for (let at = 0; at < ${FRAMES}; at++) {
        list.scrollTop += 3_600;
        await new Promise(requestAnimationFrame);
      }
    })()`);
    const perFrame = ((await page.cpuTime()) - before) / FRAMES;
    await page.evaluate(`document.querySelector('#list').scrollTop = 0`);
    const drawn = await page.evaluate('document.querySelectorAll(".row").length');
    process.stderr.write(`each frame: ${perFrame.toFixed(1)} ms of CPU\n`);

    expect(drawn).toBeLessThan(60);
    expect(perFrame).toBeLessThan(FRAME_CPU);
    // The last row, the first exchange, is reached.
    await page.evaluate(`document.querySelector('#list').scrollTop = 1e9`);
    await page.until(`${rows}.at(-1).includes('order-0 ')`);
    await page.press('/');
    await page.type('order-9876');
    await page.until(`${rows}.length === 1`);
    expectQuiet(page, mock.url);
  });
});
