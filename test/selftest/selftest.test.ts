/** Some of the built-in clients, and the list of mocks: `npm run check:selftest` judges all. */
import { expect, test } from 'vitest';
import { CHOICE_NAMES, optionsOf } from '../../src/contract/choices.ts';
import { DEFECT_NAMES } from '../../src/mock/behaviors/defects/index.ts';
import { CLIENT_SUBJECTS, type ClientSubject, type JudgedClient, judgeClient } from './judge.ts';
import { allSubjects } from './subjects.ts';

/** Rules whose runs last as long as the timeouts of the client: the selftest judges by them too. */
const LONG: readonly string[] = ['client-tolerance/late-answers', 'client-resilience/gives-up'];

const MISTAKES = CLIENT_SUBJECTS.filter(({ kind }) => kind === 'mistake');
const SOME_MISTAKES = MISTAKES.filter((_, index) => index % 14 === 0);
const STYLES = CLIENT_SUBJECTS.filter(({ kind }) => kind === 'style');

/** Clients of which a fault could make something that they are not: the selftest judges all so. */
const PRONE = STYLES.filter(({ name }) => /parallel|retr/.test(name));

/** Clients that are judged at the same time: with many more, a busy machine delays responses beyond their timeouts. */
const AT_ONCE = 4;

async function judgeAll(subjects: readonly ClientSubject[], effort: 'quick' | 'standard') {
  const waiting = subjects.values();
  const judged: JudgedClient[] = [];
  const work = async () => {
    for (const subject of waiting)
      judged.push(await judgeClient(subject, { seed: 1, effort, selects: (id) => !LONG.includes(id) }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));

  return judged;
}

test('a mistake of a client is found by its own rule, and by no other', async () => {
  const judged = await judgeAll(SOME_MISTAKES, 'standard');

  expect(MISTAKES).toHaveLength(42);
  expect(judged.flatMap(({ deviations }) => deviations)).toEqual([]);
});

test.each([
  ['quick', STYLES, 12],
  ['standard', PRONE, 3],
] as const)('legal clients pass at the effort %s', async (effort, subjects, least) => {
  const judged = await judgeAll(subjects, effort);

  expect(judged.length).toBeGreaterThanOrEqual(least);
  expect(judged.flatMap(({ subject: { name }, deviations }) => deviations.map((one) => [name, one]))).toEqual(
    [],
  );
});

const WANTED = { seed: 1, mixtures: 200, greased: 20 };

const namesOf = (wanted = WANTED) => allSubjects(wanted).map(({ name }) => name);

test('every defect and every option that is no default is judged, by a name of its own', () => {
  const options = CHOICE_NAMES.flatMap((name) =>
    optionsOf(name)
      .slice(1)
      .map((option) => `${name}=${option}`),
  );
  const names = namesOf();

  expect(names).toEqual(expect.arrayContaining([...DEFECT_NAMES, ...options, 'plain']));
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(DEFECT_NAMES.length + options.length + 1 + 200 + 20);
});

test('a mixture has an option for every choice, and all options come', () => {
  const mixtures = allSubjects(WANTED).filter(({ kind }) => kind === 'mixture');

  for (const name of CHOICE_NAMES) {
    const drawn = mixtures.map(({ options }) => options.choices?.[name]);
    expect(new Set(drawn)).toEqual(new Set(optionsOf(name)));
  }
  expect(new Set(mixtures.map(({ options }) => options.lenient)).size).toBe(2);
});

test('the seed decides the mixtures, and how many there are does not', () => {
  const of = (wanted: typeof WANTED) => allSubjects(wanted).find(({ name }) => name === 'mixture/7');

  expect(of({ ...WANTED, mixtures: 9 })).toEqual(of(WANTED));
  expect(of({ ...WANTED, seed: 2 })).not.toEqual(of(WANTED));
});
