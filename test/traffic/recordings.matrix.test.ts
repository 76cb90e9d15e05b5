/** No broken recording is conformant without a word, and no innocent one fails. */
import { describe, expect, test } from 'vitest';
import { checkTraffic } from '../../conformance/index.ts';
import { parseMerchants } from '../../src/engine/index.ts';
import { readHarFiles } from '../../src/exchange/har/read-har.ts';
import { bytesOf } from '../support/har-files.ts';
import { sampled } from '../support/sampled.ts';
import { brokenRecordings } from './broken-recordings.ts';
import { innocentRecordings } from './innocent-recordings.ts';

const PRICES = `merchants:
  shop:
    processors:
      - { mid: "7", name: a, pricing: { model: percent-plus-fixed, percent: "3", fixed: "0.10" } }
`;

function judge(har: string, isPriced: boolean) {
  const events = readHarFiles([bytesOf(har)]);
  const pricing = isPriced
    ? { path: 'prices.yaml', merchants: parseMerchants(PRICES, 'prices.yaml') }
    : undefined;

  return checkTraffic({ events, target: 'a.har', pricing });
}

describe('a broken recording is not conformant without a word:', () => {
  test.each(sampled(brokenRecordings(), 30))('$name', async ({ har, isPriced, level, side: subject }) => {
    const { sides } = await judge(har, isPriced);
    const side = sides.find((each) => each.subject === subject);
    const named = side?.rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable') ?? [];

    if (level === 'must') expect(side?.verdict).not.toBe('conformant');
    expect(named.map(({ id }) => id)).not.toEqual([]);
    // What a service got wrong is never held against its client.
    const accused = sides.flatMap(({ subject: of, rules }) =>
      rules.filter(({ outcome }) => of === 'client' && outcome === 'fail').map(({ id }) => id),
    );
    if (subject === 'service') expect(accused).toEqual([]);
  });
});

test('of all innocent recordings none fails, and at most one in twenty is inconclusive', async () => {
  const recordings = sampled(innocentRecordings(), 40);
  const reports = await Promise.all(
    recordings.map(async ({ name, har, isPriced }, n) => ({
      name,
      ...(await judge(har, isPriced && n % 2 === 0)),
    })),
  );
  const failed = reports.filter(({ verdict }) => verdict === 'nonconformant');
  const open = reports.filter(({ verdict }) => verdict === 'inconclusive');

  expect(failed.map(({ name, summary }) => `${name}: ${summary}`)).toEqual([]);
  expect(open.length, open.map(({ name, summary }) => `${name}: ${summary}`).join('\n')).toBeLessThanOrEqual(
    recordings.length / 20,
  );
});
