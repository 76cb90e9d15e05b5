import { describe, expect, it } from 'vitest';
import { createJournals, type JournalBudget } from './journal.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

const KIBIBYTE = 1024;

function exchangeOf(id: string, characters = 10_000, more: Partial<RecordedExchange> = {}): RecordedExchange {
  return {
    ...{ id, world: undefined, merchant: undefined, startedAt: 0, endedAt: 1, duration: 1 },
    request: { method: 'POST', url: '/v1/ch', headers: {}, body: 'x'.repeat(characters) },
    response: { status: 200, headers: {}, body: '{}' },
    ...{ overlooked: [], choices: {}, hints: [], ...more },
  };
}

function journals(size: number, budget: JournalBudget) {
  const recorded: string[] = [];
  const create = createJournals(size, ({ id }) => recorded.push(id), budget);
  const [one, two] = [create(), create()];
  const ids = () =>
    [one, two].map((journal) =>
      journal
        .exchanges()
        .map(({ id }) => id)
        .join(' '),
    );
  const dropped = () => [one, two].map((journal) => journal.dropped());

  return { one, two, ids, dropped, recorded };
}

describe('journals', () => {
  it('drop the oldest exchange beyond their size, and count dropped exchanges until they are cleared', () => {
    const { one, ids, dropped } = journals(2, { each: KIBIBYTE ** 2, all: KIBIBYTE ** 2 });
    for (const id of ['a', 'b', 'c', 'd', 'e']) one.record(exchangeOf(id));
    expect([ids(), dropped()]).toEqual([
      ['d e', ''],
      [3, 0],
    ]);
    one.clear();
    one.record(exchangeOf('f'));
    expect([ids(), dropped()]).toEqual([
      ['f', ''],
      [0, 0],
    ]);
  });

  it('drop the oldest exchange of a journal beyond the budget of one journal', () => {
    const { one, two, ids, dropped } = journals(100, { each: 50 * KIBIBYTE, all: KIBIBYTE ** 2 });
    for (const id of ['a', 'b', 'c']) for (const journal of [one, two]) journal.record(exchangeOf(id));
    expect([ids(), dropped()]).toEqual([
      ['b c', 'b c'],
      [1, 1],
    ]);
    one.record(exchangeOf('small', 0));
    expect(ids()).toEqual(['b c small', 'b c']);
  });

  it('drop the oldest exchange of all journals beyond the budget of all', () => {
    const { one, two, ids, dropped } = journals(100, { each: 70 * KIBIBYTE, all: 75 * KIBIBYTE });
    one.record(exchangeOf('a'));
    for (const id of ['b', 'c', 'd']) two.record(exchangeOf(id));
    expect([ids(), dropped()]).toEqual([
      ['', 'b c d'],
      [1, 0],
    ]);
    two.clear();
    for (const id of ['e', 'f']) one.record(exchangeOf(id));
    two.record(exchangeOf('g'));
    expect([ids(), dropped()]).toEqual([
      ['e f', 'g'],
      [1, 0],
    ]);
  });

  it('count violations and response bodies in the budget', () => {
    const { one, ids } = journals(100, { each: 50 * KIBIBYTE, all: KIBIBYTE ** 2 });
    const violation = { section: '4', pointer: '/x', expected: 'y', got: 'z'.repeat(60) };
    const violations = Array(100).fill(violation);
    one.record(exchangeOf('a'));
    one.record(exchangeOf('b', 0, { refusal: { code: 'content-refused', violations } }));
    expect(ids()).toEqual(['b', '']);
    one.record(exchangeOf('c', 0, { overlooked: violations }));
    expect(ids()).toEqual(['c', '']);
    one.record(exchangeOf('d', 0, { response: { status: 200, headers: {}, body: 'x'.repeat(10_000) } }));
    expect(ids()).toEqual(['d', '']);
  });

  it('keep the newest exchanges in order, however they are filled and cleared', () => {
    const { one, two } = journals(7, { each: 80 * KIBIBYTE, all: 100 * KIBIBYTE });
    for (let turn = 0; turn < 500; turn++) {
      const journal = turn % 3 === 0 ? one : two;
      journal.record(exchangeOf(String(turn), turn % 5 === 0 ? (turn * 37) % 16_384 : 0));
      if (turn % 41 === 0) journal.clear();
      const kept = [one, two].map((each) => each.exchanges().map(({ id }) => Number(id)));
      expect(journal.exchanges().at(-1)?.id ?? String(turn)).toBe(String(turn));
      for (const ids of kept) {
        expect(ids.length).toBeLessThanOrEqual(7);
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      }
    }
  });

  it('report every exchange that one of them records, and record none with a size of 0', () => {
    const budget = { each: KIBIBYTE ** 2, all: KIBIBYTE ** 2 };
    const { one, two, recorded } = journals(1, budget);
    for (const journal of [one, two, one]) journal.record(exchangeOf('a'));
    expect(recorded).toEqual(['a', 'a', 'a']);
    const off = journals(0, budget);
    off.one.record(exchangeOf('a'));
    expect([off.recorded, off.ids(), off.dropped()]).toEqual([[], ['', ''], [0, 0]]);
  });
});
