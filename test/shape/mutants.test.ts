/** The list of mutants. `npm run check:mutants` judges them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mutantsOf, mutate, SUBJECTS } from '../../build/mutants/subjects.ts';

test.each(SUBJECTS)('every mutant of $name changes a line that it has', (subject) => {
  const mutants = mutantsOf(subject);
  const texts = mutants.map((mutant) => {
    const text = readFileSync(join(subject.folder, mutant.path), 'utf8');

    return { text, mutated: mutate(text, mutant) };
  });

  expect(mutants.length).toBeGreaterThan(50);
  expect(texts.filter(({ text, mutated }) => text === mutated)).toEqual([]);
});

test('a mutant of a line that is gone, or is there twice, is an error', () => {
  const mutant = { path: 'a.py', line: 'a = 1', before: '1', after: '2', isMissed: false };

  expect(mutate('b\n  a = 1\n', mutant)).toBe('b\n  a = 2\n');
  expect(() => mutate('b', mutant)).toThrow('expected once a line with 1');
  expect(() => mutate('a = 1\na = 1', mutant)).toThrow('got 1 others');
});
