/** The order of exchanges in one file and over several, and those that were recorded twice. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, calls, entryOf, harOf, read, stxidOf } from '../../../test/support/har-files.ts';

describe('the order', () => {
  test('is that of the ends, in one file and over several', async () => {
    await fc.assert(
      fc.asyncProperty(calls, fc.nat(3), async (list, files) => {
        const parts = Array.from({ length: files + 1 }, (_, file) =>
          list.filter((_call, at) => at % (files + 1) === file),
        );
        const sources = parts.map((part) => bytesOf(harOf(part.map((call) => entryOf(call)))));
        const ends = (await read(...sources)).map((event) =>
          event.kind === 'exchange' ? event.exchange.endedAt : 0,
        );

        expect(ends).toEqual(
          list.map(({ start, time }) => 1_760_000_000_000 + start + time).toSorted((a, b) => a - b),
        );
      }),
      { numRuns: 40 },
    );
  });

  test('holds back no more exchanges than a window has', async () => {
    const list = Array.from({ length: 3_000 }, (_, start) => entryOf({ start, time: 5, sTxId: `s${start}` }));
    const events = await read(bytesOf(harOf([...list, entryOf({ start: 0, time: 1, sTxId: 'late' })])));

    expect(events).toHaveLength(3_001);
    expect(events.map(stxidOf).indexOf('late')).toBeGreaterThan(1_500);
  });
});

describe('an exchange that was recorded twice is read once', () => {
  const call = { start: 0, time: 10, sTxId: 'a' };

  test.each<[string, readonly unknown[], number]>([
    ['at the same times', [entryOf(call), entryOf(call)], 1],
    [
      'by a page and its service worker',
      [entryOf(call, { _fetchedViaServiceWorker: true }), entryOf({ ...call, start: 2, time: 5 })],
      1,
    ],
    ['not where a client repeats a request', [entryOf(call), entryOf({ ...call, start: 5 })], 2],
    [
      'not where it came later',
      [entryOf(call, { _fetchedViaServiceWorker: true }), entryOf({ ...call, start: 50 })],
      2,
    ],
    ['not where the answer differs', [entryOf(call), entryOf({ ...call, sTxId: 'b' })], 2],
  ])('%s', async (_, entries, count) => {
    expect(await read(bytesOf(harOf(entries)))).toHaveLength(count);
  });

  test('in two files, where other requests got the same answer between', async () => {
    const sales = Array.from({ length: 5 }, (_, at) => {
      const entry = entryOf({ start: at * 40, time: 10, sTxId: 'same' });

      return { ...entry, request: { ...entry.request, postData: { text: `{"mTxId":"order-${at}"}` } } };
    });
    const later = sales.map((entry, at) => ({
      ...entry,
      startedDateTime: new Date(1_760_000_000_300 + at * 40).toISOString(),
    }));

    expect(await read(bytesOf(harOf(sales)), bytesOf(harOf(later)))).toHaveLength(5);
  });

  test('in two files of recorders whose clocks differ', async () => {
    const [one, other] = [call, { ...call, start: 1_500, time: 8 }].map((each) =>
      bytesOf(harOf([entryOf(each)])),
    );

    expect(await read(one ?? '', other ?? '')).toHaveLength(1);
  });
});
