import { expect, test } from 'vitest';
import { CHOICE_NAMES, optionsOf } from '../../src/contract/choices.ts';
import { DEFECT_NAMES } from '../../src/mock/behaviors/defects/index.ts';
import { allSubjects } from './subjects.ts';

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
  const mixtures = allSubjects(WANTED).flatMap((subject) => (subject.kind === 'mixture' ? [subject] : []));

  for (const name of CHOICE_NAMES) {
    const drawn = mixtures.map(({ choices }) => choices[name]);
    expect(new Set(drawn)).toEqual(new Set(optionsOf(name)));
  }
  expect(new Set(mixtures.map(({ lenient }) => lenient)).size).toBe(2);
});

test('the seed decides the mixtures, and how many there are does not', () => {
  const of = (wanted: typeof WANTED) => allSubjects(wanted).find(({ name }) => name === 'mixture/7');

  expect(of({ ...WANTED, mixtures: 9 })).toEqual(of(WANTED));
  expect(of({ ...WANTED, seed: 2 })).not.toEqual(of(WANTED));
});
