/** The list of mutants that the suite may pass. `npm run check:mutants` judges them. */
import { expect, test } from 'vitest';
import { readListed } from '../../build/mutants/listed.ts';
import { mutantsOf, SUBJECTS } from '../../build/mutants/subjects.ts';
import { hasPython } from '../second-engine/start.ts';

test.runIf(hasPython())('every listed mutant is one of the test servers', () => {
  const known = new Set(SUBJECTS.flatMap(mutantsOf).map(({ key }) => key));
  const gone = [...readListed().keys()].filter((key) => !known.has(key));

  expect(known.size).toBeGreaterThan(900);
  expect(gone).toEqual([]);
});

test('a mutant is listed once', () => {
  const text = '[{ reason: one, mutants: [a, b] }, { reason: other, mutants: [b] }]';

  expect(() => readListed(text)).toThrow('expected each mutant once, got twice b');
});
