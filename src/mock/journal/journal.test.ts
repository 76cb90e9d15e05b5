import { describe, expect, it } from 'vitest';
import type { Rendered } from '../render.ts';
import { createJournals } from './journal.ts';
import type { Asked } from './noted.ts';
import { createWatchers } from './watchers.ts';

const rendered: Rendered = { status: 200, headers: {}, text: '{}' };

const asked = (id: string, bytes = Buffer.alloc(10_000, 'x')): Asked => ({
  ...{ id, world: undefined, method: 'POST', url: '/v1/ch', headers: {}, at: 0, from: 0, text: undefined },
  bytes,
});

const NOTHING = Buffer.alloc(0);
const KIBIBYTE = 1024;

function journals(size: number, budget: { readonly each: number; readonly all: number }) {
  const create = createJournals(size, createWatchers(), budget);
  const [one, two] = [create(), create()];
  const ids = () =>
    [one, two].map((journal) =>
      journal
        .noted()
        .map((noted) => noted.asked.id)
        .join(' '),
    );
  const dropped = () => [one, two].map((journal) => journal.dropped());

  return { one, two, ids, dropped };
}

describe('journals', () => {
  it('drop their oldest requests when they have too many, and count them until they are cleared', () => {
    const { one, ids, dropped } = journals(2, { each: KIBIBYTE ** 2, all: KIBIBYTE ** 2 });
    for (const id of ['a', 'b', 'c', 'd', 'e']) one.note(asked(id), rendered);
    expect([ids(), dropped()]).toEqual([
      ['d e', ''],
      [3, 0],
    ]);
    one.clear();
    one.note(asked('f'), rendered);
    expect([ids(), dropped()]).toEqual([
      ['f', ''],
      [0, 0],
    ]);
  });

  it('drop their oldest requests when one takes more bytes than a journal may', () => {
    const { one, two, ids, dropped } = journals(100, { each: 50 * KIBIBYTE, all: KIBIBYTE ** 2 });
    for (const id of ['a', 'b', 'c']) for (const journal of [one, two]) journal.note(asked(id), rendered);
    expect([ids(), dropped()]).toEqual([
      ['b c', 'b c'],
      [1, 1],
    ]);
    one.note(asked('small', NOTHING), rendered);
    expect(ids()).toEqual(['b c small', 'b c']);
  });

  it('drop the oldest request of all when together they take more bytes than they may', () => {
    const { one, two, ids, dropped } = journals(100, { each: 70 * KIBIBYTE, all: 75 * KIBIBYTE });
    one.note(asked('a'), rendered);
    for (const id of ['b', 'c', 'd']) two.note(asked(id), rendered);
    expect([ids(), dropped()]).toEqual([
      ['', 'b c d'],
      [1, 0],
    ]);
    two.clear();
    for (const id of ['e', 'f']) one.note(asked(id), rendered);
    two.note(asked('g'), rendered);
    expect([ids(), dropped()]).toEqual([
      ['e f', 'g'],
      [1, 0],
    ]);
  });

  it('count what a refusal says and what an answer has', () => {
    const { one, ids } = journals(100, { each: 50 * KIBIBYTE, all: KIBIBYTE ** 2 });
    const violation = { section: '4', pointer: '/x', expected: 'y', got: 'z'.repeat(60) };
    one.note(asked('a'), rendered);
    one.note(asked('b', NOTHING), {
      ...rendered,
      refusal: { kind: 'refused', code: 'content-refused', violations: Array(150).fill(violation) },
    });
    expect(ids()).toEqual(['b', '']);
    expect(one.noted()[0]?.rendered.refusal?.violations).toHaveLength(100);
    one.note(asked('c', NOTHING), { ...rendered, text: 'x'.repeat(1_000_000) });
    expect(ids()).toEqual(['c', '']);
    expect(one.noted()[0]?.rendered.text).toHaveLength(16 * KIBIBYTE);
  });

  it('keep all that fits, however they are filled and cleared', () => {
    const { one, two } = journals(7, { each: 80 * KIBIBYTE, all: 100 * KIBIBYTE });
    for (let turn = 0; turn < 500; turn++) {
      const journal = turn % 3 === 0 ? one : two;
      journal.note(
        asked(String(turn), turn % 5 === 0 ? Buffer.alloc((turn * 37) % 20_000) : NOTHING),
        rendered,
      );
      if (turn % 41 === 0) journal.clear();
      const kept = [one, two].map((each) => each.noted().map(({ asked: { id } }) => Number(id)));
      expect(journal.noted().at(-1)?.asked.id ?? String(turn)).toBe(String(turn));
      for (const ids of kept) {
        expect(ids.length).toBeLessThanOrEqual(7);
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      }
    }
  });
});
