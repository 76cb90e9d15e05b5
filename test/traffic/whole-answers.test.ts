/** Where nothing is left out, as through the proxy, a success that is called JSON and is none is named. */
import { expect, test } from 'vitest';
import { checkTraffic } from '../../conformance/index.ts';
import { readHarFiles } from '../../src/exchange/har/read-har.ts';
import { bytesOf } from '../support/har-files.ts';
import { createService, createShop, toHar } from './shop.ts';

async function outcomeOf(times: number, change: (json: string) => string, type = 'application/json') {
  const service = createService();
  let left = times;
  const shop = createShop((call) => {
    const answer = service(call);
    left -= 1;

    return left < 0 ? answer : { ...answer, body: change(JSON.stringify(answer.body)), type };
  });
  for (let amount = 1; amount < 10; amount += 1) shop.fee({ amount, nicn: '424242', region: '85004' });
  const har = toHar(shop.entries.toReversed());
  async function* events() {
    for await (const batch of readHarFiles([bytesOf(har)]))
      yield batch.map((event) =>
        event.kind === 'exchange'
          ? { ...event, exchange: { ...event.exchange, isWhole: true as const } }
          : event,
      );
  }
  const report = await checkTraffic({ events: events(), target: 'a.har', sides: ['service'] });
  const [side] = report.sides;

  return [side?.verdict, side?.rules.find(({ id }) => id === 'fee-response/is-json-object')?.outcome];
}

const withNaN = (json: string) => json.replace(/"transactionFee":[^,]*/, '"transactionFee":NaN');

test('a success that is no JSON fails the service, and once leaves the verdict open', async () => {
  expect(await outcomeOf(3, withNaN)).toEqual(['nonconformant', 'fail']);
  expect(await outcomeOf(3, (json) => `${json}${json}`)).toEqual(['nonconformant', 'fail']);
  expect(await outcomeOf(1, withNaN)).toEqual(['inconclusive', 'unstable']);
});

test('a page of a gateway, and an empty answer, are none of this', async () => {
  expect(await outcomeOf(3, () => '<html>Back soon</html>', 'text/html')).toEqual(['conformant', 'pass']);
  expect(await outcomeOf(3, () => '')).toEqual(['conformant', 'pass']);
});
