/** The tabs of the console as people use them: transactions, verdict, controls, reference. */
import { describe, expect, test } from 'vitest';
import { type RunningMock, startMock } from '../../cli/index.ts';
import { createTrafficJudge } from '../../conformance/index.ts';
import { createConsoleFiles } from '../../src/console/console-files.ts';
import { startFront } from '../proxy/wire.ts';
import { posting } from '../support/ask-mock.ts';
import { useChromium } from './chromium.ts';
import { axeViolations, expectQuiet, openConsole, overflowOf } from './console.ts';

const chromium = useChromium();

interface Answer {
  readonly status: number;
  readonly requestId: string;
  readonly sTxId?: string;
}

/** Sends calls as a client does. */
function calling(mock: RunningMock, base = mock.url) {
  return async (path: '/v1/ch' | '/v1/ch/sale', fields: object): Promise<Answer> => {
    const given = path === '/v1/ch' ? { amount: 100, nicn: '424242', region: '85004' } : {};
    const answer = await posting(base, mock.token())(path, { ...given, ...fields });
    const body = (await answer.json().catch(() => ({}))) as { readonly sTxId?: string };

    return { ...body, status: answer.status, requestId: answer.headers.get('request-id') ?? '' };
  };
}

async function startJudgedProxy(mock: RunningMock) {
  const judge = createTrafficJudge({ target: mock.url, isJournaled: true });

  return startFront(mock.url, {
    onEvent: judge.observe,
    verdict: judge.report,
    consoleFiles: createConsoleFiles(),
  });
}

describe.skipIf(chromium.isLeftOut)('the console', () => {
  test('shows a transaction with its timeline and its fee, each step linked to its exchange', async () => {
    await using mock = await startMock();
    const call = calling(mock);
    const refused = await call('/v1/ch', { mTxId: 'order-1', nicn: '4242' });
    const { sTxId = '' } = await call('/v1/ch', { mTxId: 'order-1' });
    await call('/v1/ch', { sTxId, amount: 250 });
    await call('/v1/ch/sale', { mTxId: 'order-1' });
    await call('/v1/ch', { mTxId: 'order-2' });
    const page = await openConsole(chromium, mock.url);
    await page.go('transactions');
    await page.shows('order-2');
    await page.evaluate(`document.querySelector('input[type=search]').focus()`);
    await page.type('order-1 sold');
    await page.shows('1 of 2');
    await page.click('order-1');
    await page.shows('The last fee, line by line');
    await page.until(`document.querySelectorAll('.waterfall i').length > 1`);

    expect(
      await page.evaluate(`[...document.querySelectorAll('.timeline a')].map(({ innerText }) => innerText)`),
    ).toEqual(['Fee call refused', 'Priced', 'Updated', 'Sold']);
    await page.shows('/nicn: expected a string of 6 to 8 digits, got "4242"');
    await page.click('Fee call refused');
    await page.shows(refused.requestId);
    expect(await page.evaluate('location.hash')).toBe(`#/exchanges/${refused.requestId}`);
    await call('/v1/ch', { mTxId: 'order-3' });
    await page.go('transactions');
    await page.shows('order-3');
    expectQuiet(page, mock.url);
  });

  test('finds by its identifier what is older than the newest 1,000 of the ledger, and opens a row anywhere', async () => {
    await using mock = await startMock({ journal: 1 });
    const call = calling(mock);
    const { sTxId = '' } = await call('/v1/ch', { mTxId: 'first-order' });
    for (let turn = 0; turn < 20; turn++)
      await Promise.all(Array.from({ length: 50 }, (_, at) => call('/v1/ch', { mTxId: `${turn}-${at}` })));
    const page = await openConsole(chromium, mock.url);
    await page.go('transactions');
    await page.shows('These are the newest 1,000 of the ledger');
    for (const id of ['first-order', sTxId]) {
      await page.evaluate(`document.querySelector('input[type=search]').select()`);
      await page.type(id);
      await page.until(`document.querySelectorAll('.row').length === 1`);
      await page.shows('1 of 1001');
    }
    await page.evaluate(`(() => {
      const { x, y, width, height } = document.querySelector('.row').getBoundingClientRect();
      document.elementFromPoint(x + width - 3, y + height / 2).click();
    })()`);
    await page.until(`location.hash === '#/transactions/${sTxId}'`);

    expectQuiet(page, mock.url);
  });

  test('empties the lists, the controls and the verdict when another client resets the mock', async () => {
    await using mock = await startMock();
    const call = calling(mock);
    await call('/v1/ch', { mTxId: 'order-1' });
    const page = await openConsole(chromium, mock.url);
    for (const [view, before, after] of [
      ['transactions', 'order-1', 'No transaction yet'],
      ['verdict', 'Conformant', 'Nothing was sent yet'],
      ['controls', '30 d ahead of the machine', 'All are as at the start.'],
    ] as const) {
      await call('/v1/ch', { mTxId: 'order-1' });
      mock.clock.advance(30 * 86_400_000);
      await page.go(view);
      await page.shows(before);
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      await fetch(`${mock.url}/_tollgate/reset`, { method: 'POST' });
      await page.shows(after);
    }
    await page.until(
      `document.querySelector('.page strong + .badge')?.innerText === 'the time of the machine'`,
    );

    expectQuiet(page, mock.url);
  });

  test('says that the journal has dropped an exchange of the verdict', async () => {
    await using mock = await startMock({ journal: 1 });
    const call = calling(mock);
    await call('/v1/ch', { data: ['4242 4242 4242 4242'] });
    await call('/v1/ch', {});
    const page = await openConsole(chromium, mock.url);
    await page.go('verdict');
    await page.click('POST /v1/ch → 200');
    await page.shows('The journal does not have this exchange any more.');
  });

  test('turns the verdict red when a client breaks a rule, and leads to the exchange', async () => {
    await using mock = await startMock();
    const call = calling(mock);
    const page = await openConsole(chromium, mock.url);
    await page.go('verdict');
    await page.shows('Nothing was sent yet');
    await call('/v1/ch', {});
    await page.until(`document.querySelector('[data-verdict=conformant]')`);
    await page.click('Coverage (');
    await page.shows('In no call: sales.');
    await page.shows('In no call: campaign, country');
    const { requestId } = await call('/v1/ch', { data: ['4242 4242 4242 4242'] });
    await page.until(`document.querySelector('[data-verdict=nonconformant]')`);
    await page.shows('client-request/never-sends-card-number');
    await page.shows('Fix: ');

    expect(
      await page.evaluate(
        `[...document.querySelectorAll('.counts tbody tr')].map((row) => row.innerText.split('\\t')[1])`,
      ),
    ).toEqual(['1', '0']);
    await page.click('POST /v1/ch → 200');
    expect(await page.evaluate('location.hash')).toBe(`#/exchanges/${requestId}`);
    await page.shows('got one in the field data');
    expectQuiet(page, mock.url);
  });

  test('asks for the verdict at most every two seconds, however much is sent', async () => {
    await using mock = await startMock();
    const call = calling(mock);
    const page = await openConsole(chromium, mock.url);
    await page.go('verdict');
    await page.shows('Nothing was sent yet');
    const start = Date.now();
    const before = page.asked.length;
    while (Date.now() - start < 5_000) await call('/v1/ch', {});
    const asked = page.asked.slice(before).filter((url) => url.endsWith('/verdict')).length;

    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(Math.ceil((Date.now() - start) / 2_000) + 1);
  });

  test('adds a fault by a click, shows how often it was applied, and removes it', async () => {
    await using mock = await startMock();
    const call = calling(mock);
    const page = await openConsole(chromium, mock.url);
    await page.go('controls');
    await page.click('status=503;retry-after=1');
    await page.shows('times=1: status=503;retry-after=1');

    expect((await call('/v1/ch', {})).status).toBe(503);
    expect((await call('/v1/ch', {})).status).toBe(200);
    await page.until(`document.querySelector('.page .table td.number').innerText === '1'`);
    await page.shows('used up');
    await page.click('Remove times=1: status=503;retry-after=1');
    await page.shows('No fault is active');
    expect(mock.faults.list()).toEqual([]);
  });

  test('offers an example of every fault that the mock accepts', async () => {
    await using mock = await startMock();
    const page = await openConsole(chromium, mock.url);
    await page.go('controls');
    await page.until(`document.querySelector('section:has(#faults) .options button')`);
    const count = Number(
      await page.evaluate(`document.querySelectorAll('section:has(#faults) .options button').length`),
    );
    for (let at = 0; at < count; at++) {
      await page.evaluate(`document.querySelectorAll('section:has(#faults) .options button')[${at}].click()`);
      await page.until(
        `document.querySelectorAll('section:has(#faults) .table tbody tr').length === ${at + 1}`,
      );
    }

    expect(mock.faults.list()).toHaveLength(count);
    for (const [at, calls] of ['times=1, path=/v1/ch/sale: ', 'every=3: ', ''].entries()) {
      await page.fill('Examples, for', calls);
      await page.evaluate(`document.querySelector('section:has(#faults) .options button').click()`);
      await expect.poll(() => mock.faults.list().length).toBe(count + at + 1);
    }
    const kinds = new Set(mock.faults.list().flatMap(({ rule }) => Object.keys(rule.then)));
    expect([...kinds].toSorted()).toEqual([
      ...[
        'close',
        'content-length',
        'duplicate-header',
        'empty',
        'hang',
        'jitter',
        'latency',
        'malformed',
        'message',
        'no-content',
        'no-fields',
        'refuse',
        'reset',
      ],
      ...['retry-after', 'single-bytes', 'slow-body', 'status', 'truncated', 'truncated-gzip', 'zero-fee'],
    ]);
    expectQuiet(page, mock.url);
  });

  test('says why a fault is refused, and keeps what was typed', async () => {
    await using mock = await startMock();
    const page = await openConsole(chromium, mock.url);
    await page.go('controls');
    await page.fill('Fault, with its conditions before a colon', 'statuss=503');
    await page.click('Add fault');
    await page.until(`document.querySelector('[role=alert]')`);

    const alert = await page.evaluate(`document.querySelector('[role=alert]').innerText`);
    expect(alert).toMatch(/expected .*; .*statuss.* did you mean status\?/);
    expect(alert).not.toMatch(/\\n|send the request/);
    expect(await page.evaluate(`document.querySelector('.page input').value`)).toBe('statuss=503');
  });

  test('moves the clock, sets it, and returns to the time of the machine', async () => {
    await using mock = await startMock();
    const page = await openConsole(chromium, mock.url);
    await page.go('controls');
    await page.shows('the time of the machine');
    await page.click('+ 30 days');
    await page.shows('30 d ahead of the machine');
    expect(mock.clock.now() - Date.now()).toBeGreaterThan(29 * 86_400_000);
    await page.fill('Day, from its beginning in UTC', '2031-02-03');
    await page.click('Set the clock');
    await page.shows('2031-02-03 00:00');
    expect(new Date(mock.clock.now()).toISOString()).toMatch(/^2031-02-03T00:00/);
    await page.click('Back to the time of the machine');
    await expect.poll(() => Math.abs(mock.clock.now() - Date.now())).toBeLessThan(1_000);
    await page.shows('the time of the machine');
  });

  test('starts a scenario by a link to its section, and stops it', async () => {
    await using mock = await startMock();
    const call = calling(mock);
    const page = await openConsole(chromium, mock.url);
    await page.go('controls/scenarios');
    await page.shows('Every call is refused with 503.');
    await page.until(`document.activeElement.id === 'scenarios'`);
    const isOn = `document.querySelector('.options [aria-pressed=true]')?.innerText.startsWith('down')`;
    await page.click('down');
    await page.until(isOn);
    await page.click('down');
    await page.until(`!${isOn}`);
    expect((await call('/v1/ch', {})).status).toBe(200);
    await page.click('down');
    await page.until(isOn);

    expect((await call('/v1/ch', {})).status).toBe(503);
    expectQuiet(page, mock.url);
  });

  test('changes a choice, marks it, says why one is refused, and resets', async () => {
    await using mock = await startMock();
    const call = calling(mock);
    const { sTxId } = await call('/v1/ch', {});
    await call('/v1/ch/sale', { sTxId });
    const page = await openConsole(chromium, mock.url);
    await page.go('controls');
    await page.click('Transactions (6)');
    await page.fill('What happens to a second sale of a transaction?', 'refuse');
    await page.shows('Changed: second-sale=refuse');
    expect((await call('/v1/ch/sale', { sTxId })).status).toBe(422);
    await page.click('Responses (8)');
    await page.fill('Which form does an sTxId have?', 'uuid');
    await page.shows('stxid-form: expected a state without transactions');
    expect(await page.evaluate(`document.querySelector('#choice-stxid-form').value`)).toBe('hex');
    await page.click('Reset choices');
    await page.shows('All are as at the start.');
    expect((await call('/v1/ch/sale', { sTxId })).status).toBe(200);
  });

  test('ends worlds only after a confirmation', async () => {
    await using mock = await startMock();
    for (const world of ['one', 'two']) await calling(mock, `${mock.url}/w/${world}`)('/v1/ch', {});
    const worlds = async () =>
      (
        (await (await fetch(`${mock.url}/_tollgate/worlds`)).json()) as {
          worlds: { name: string; journal: number }[];
        }
      ).worlds
        .map(({ name, journal }) => `${name} ${journal}`)
        .toSorted();
    const page = await openConsole(chromium, mock.url);
    await page.go('controls');
    const answer = (isYes: boolean) =>
      page.evaluate(`confirm = (question) => { window.question = question; return ${isYes}; }`);
    await answer(false);
    await page.click('End one');
    expect(await page.evaluate('window.question')).toContain('journal of 1 exchange are');
    expect(await worlds()).toEqual(['one 1', 'two 1']);
    await answer(true);
    await page.click('End one');
    await page.until(`!document.querySelector('[aria-label="End one"]')`);
    expect(await worlds()).toEqual(['two 1']);
    expectQuiet(page, mock.url);
  });

  test('leads from a mock without exchanges to its worlds, which have some', async () => {
    await using mock = await startMock();
    const page = await openConsole(chromium, mock.url);
    await page.go('transactions');
    await page.shows('No transaction yet');
    await calling(mock, `${mock.url}/w/cart-7`)('/v1/ch', { mTxId: 'order-1' });
    await page.click('list of worlds');
    await page.click('cart-7');
    await page.until(`location.pathname === '/w/cart-7/' && document.querySelector('.row')`);
    await page.go('transactions');
    await page.shows('order-1');
  });

  test('shows the controls of a world apart from those of the mock', async () => {
    await using mock = await startMock();
    const page = await openConsole(chromium, mock.world('cart-7').url);
    await page.go('controls');
    await page.shows('Of the world cart-7 alone.');
    await page.click('zero-fee');
    await page.shows('times=1: zero-fee');

    expect([mock.faults.list().length, mock.world('cart-7').faults.list().length]).toEqual([0, 1]);
  });

  test('says how to get a token, and shows none', async () => {
    await using mock = await startMock({ jwtSecret: 'the secret of this mock, kept' });
    const page = await openConsole(chromium, mock.url);
    await page.go('controls');
    await page.shows('tollgate token --merchant NAME --jwt-secret "$TOLLGATE_JWT_SECRET"');
    const html = String(await page.evaluate('document.documentElement.outerHTML'));

    expect(html).not.toContain('the secret of this mock');
    expect(html).not.toContain(mock.token());
  });

  test('has the reference in a frame, which loads', async () => {
    await using mock = await startMock();
    const page = await openConsole(chromium, mock.url);
    await page.go('reference');
    await page.until(`document.querySelector('iframe').contentDocument?.querySelector('.opblock')`);
    expectQuiet(page, mock.url);
  });

  test('of a proxy shows both sides and the transactions, and no controls', async () => {
    await using mock = await startMock({ defects: ['identity/update-by-stxid-keeps-stxid'], control: 'off' });
    const proxy = await startJudgedProxy(mock);
    try {
      const call = calling(mock, proxy.url);
      const page = await openConsole(chromium, proxy.url);
      await page.go('transactions');
      await page.shows('No transaction yet');
      for (let turn = 0; turn < 4; turn++) {
        const { sTxId } = await call('/v1/ch', { mTxId: `order-${turn}` });
        await call('/v1/ch', { sTxId, amount: 20 });
        await call('/v1/ch/sale', { sTxId });
      }
      await page.shows('order-3');
      await page.click('order-3');
      await page.shows('A proxy does not know the prices');
      await page.go('verdict');
      await page.shows('The service');
      await page.until(`document.querySelectorAll('[data-verdict]').length === 2`);
      await page.shows('identity/update-by-stxid-keeps-stxid');
      await page.click('POST /v1/ch → 200');
      await page.until(
        `location.hash.startsWith('#/exchanges/') && document.querySelector('#view').innerText.includes('sTxId')`,
      );

      // It changes nothing.
      expect(await page.evaluate(`document.querySelector('#tab-controls, #tab-reference')`)).toBeNull();
      expect(await axeViolations(page)).toEqual([]);
      expectQuiet(page, proxy.url);
    } finally {
      await proxy.close();
    }
  });

  test('works by the keyboard alone', async () => {
    await using mock = await startMock();
    await calling(mock)('/v1/ch', { mTxId: 'order-1' });
    const page = await openConsole(chromium, mock.url);
    const focused = () =>
      page.evaluate(
        `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText).trim()`,
      );
    const tabTo = async (name: string) => {
      for (let turn = 0; turn < 60 && (await focused()) !== name; turn++) await page.press('Tab');
      expect(await focused()).toBe(name);
    };
    await tabTo('Transactions');
    await page.press('Enter');
    await page.shows('order-1');
    await tabTo('Search transactions');
    await page.type('order-1');
    await tabTo('List of transactions');
    await page.press('ArrowDown');
    await tabTo('Priced');
    await page.press('Enter');
    await page.until(`location.hash.startsWith('#/exchanges/')`);

    await page.go('controls');
    await page.evaluate(`document.querySelector('#tab-controls').focus()`);
    await page.evaluate('confirm = () => { window.isAsked = true; }');
    await tabTo('Reset all state');
    await page.press('Enter');
    await page.until('window.isAsked');
    await tabTo('');
    await page.type('times=2: hang');
    await page.press('Enter');
    await page.shows('times=2: hang');
    await tabTo('Remove times=2: hang');
    await page.press('Enter');
    await page.shows('No fault is active');
    await tabTo('+ 1 hour');
    await page.press('Space');
    await page.shows('1 h ahead of the machine');
  });

  test.each(['light', 'dark'] as const)(
    'has no violations of axe-core, in %s, wide and narrow',
    async (scheme) => {
      await using mock = await startMock({ faults: ['amount=13.37: status=503'] });
      const call = calling(mock);
      const { sTxId = '' } = await call('/v1/ch', { mTxId: 'order-1' });
      await call('/v1/ch', { mTxId: 'order-1', nicn: '4242' });
      await call('/v1/ch', { mTxId: 'order-1', amount: 13.37 });
      await call('/v1/ch/sale', { sTxId });
      await call('/v1/ch', { data: ['4242 4242 4242 4242'], mtxid: 'a' });
      await calling(mock, `${mock.url}/w/cart-7`)('/v1/ch', {});
      const page = await openConsole(chromium, mock.url, { scheme });
      for (const width of [1400, 420]) {
        await page.resize(width, 900);
        for (const [view, text] of [
          ['transactions', 'order-1'],
          [`transactions/${sTxId}`, 'Timeline'],
          ['verdict', 'Nonconformant'],
          ['controls', 'cart-7'],
          ['reference', 'API reference'],
        ] as const) {
          await page.go(view);
          await page.shows(text);
          await page.evaluate(
            `for (const one of document.querySelectorAll('#view details')) one.open = true`,
          );

          expect([view, width, await axeViolations(page)]).toEqual([view, width, []]);
          expect([view, width, await overflowOf(page)]).toEqual([view, width, 0]);
        }
      }
      expectQuiet(page, mock.url);
    },
  );
});
