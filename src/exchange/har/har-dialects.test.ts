/** The dialects of recorders. */
import { describe, expect, test } from 'vitest';
import { fixture, read, show, U } from '../../../test/support/har-files.ts';

describe('the dialect of', () => {
  test.each<[string, readonly string[]]>([
    [
      'chrome',
      [
        'the browser made the response itself',
        'no response was recorded',
        'the response came from a cache of the client',
        `POST ${U}/v1/ch/sale 200 no authorization no request-headers no response-body`,
        `POST ${U}/v1/ch 200 no authorization`,
        `POST ${U}/v1/ch/sale 200 no authorization`,
        `POST ${U}/v1/ch 200 no authorization no response-body cut-off`,
      ],
    ],
    [
      'firefox',
      [
        `POST ${U}/tenant/v1/ch/sale 200 a merchant`,
        `POST ${U}/tenant/v1/ch 200 a merchant`,
        `POST ${U}/tenant/v1/ch/sale 200 a merchant no response-body`,
        `POST ${U}/tenant/v1/ch 413 a merchant no request-body`,
      ],
    ],
    [
      'safari',
      [
        'the response came from a cache of the client',
        'no response was recorded',
        `POST ${U}/v1/ch 200 a merchant`,
      ],
    ],
    ['charles', [`POST ${U}/v1/ch 200 a merchant`, `POST ${U}/v1/ch/sale 200 no authorization`]],
    [
      'fiddler',
      [
        'POST http://fees.example.com/v1/ch 200 a merchant',
        'POST http://fees.example.com/v1/ch/sale 503 a merchant',
      ],
    ],
    [
      'postman',
      [
        `POST ${U}/v1/ch?trace=1 200 a merchant`,
        `POST ${U}/v1/ch/sale 400 no authorization`,
        `POST ${U}/v1/ch/sale 400 a merchant no request-body`,
      ],
    ],
    ['mitmproxy', ['no response was recorded', `POST ${U}/v1/ch 200 a merchant`]],
    [
      'playwright',
      [
        'no response was recorded',
        `POST ${U}/v1/ch 308 a merchant`,
        `POST ${U}/v1/ch 200 a merchant no response-body`,
      ],
    ],
    ['burp', [`POST ${U}/v1/ch 200 a merchant`]],
  ])('%s', async (tool, shown) => {
    expect((await read(fixture(`${tool}.har`))).map(show)).toEqual(shown);
  });

  test.each(['firefox', 'safari', 'charles', 'fiddler', 'postman', 'mitmproxy', 'burp', 'chrome'])(
    '%s has the bodies as they were sent, whatever encodes them',
    async (tool) => {
      const exchanges = (await read(fixture(`${tool}.har`))).flatMap((event) =>
        event.kind === 'exchange' && event.exchange.lacks?.every((part) => !part.endsWith('body'))
          ? [event.exchange]
          : [],
      );
      const fee = exchanges.find(
        ({ request }) => request.url?.startsWith('/v1/ch') && !request.url.includes('sale'),
      );

      expect(JSON.parse(fee?.request.body ?? '')).toEqual({
        amount: 100,
        nicn: '424242',
        region: 'AZ',
        mTxId: 'order-1',
      });
      expect(JSON.parse(fee?.response.body ?? '')).toMatchObject({ transactionFee: 2.43, message: 'ok' });
      expect(fee?.request.headers['content-type']).toBe('application/json');
      expect(Object.keys(fee?.request.headers ?? {}).filter((name) => /^:|[A-Z]/.test(name))).toEqual([]);
    },
  );

  test('forms is written as a form, and repeated names are joined', async () => {
    const events = await read(fixture('postman.har'), fixture('chrome.har'));
    const exchanges = events.flatMap((event) => (event.kind === 'exchange' ? [event.exchange] : []));

    expect(exchanges.map(({ request }) => request.body)).toContain('sTxId=a+b&x=');
    expect(exchanges.map(({ response }) => response.headers['set-cookie'])).toContain('a=1, b=2');
    expect(exchanges.find(({ request }) => request.bodyLength !== undefined)).toBeUndefined();
  });
});
