import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDebounce, type FileState } from './watch-file.ts';

const text = (held: string): FileState => ({ kind: 'text', text: held });
const gone: FileState = { kind: 'unreadable', code: 'ENOENT' };

/** What counts, look by look, of a file that held `before`. */
function counted(sights: readonly FileState[]): readonly (FileState | undefined)[] {
  const settle = createDebounce(text('before'));

  return sights.map(settle);
}

it.each<[string, readonly FileState[], readonly (FileState | undefined)[]]>([
  ['nothing where nothing changed', [text('before'), text('before')], [undefined, undefined]],
  ['a change at the second look', [text('after'), text('after')], [undefined, text('after')]],
  ['a change once', [text('after'), text('after'), text('after')], [undefined, text('after'), undefined]],
  [
    'the whole, not the half of it',
    [text('half'), text('halfwhole'), text('halfwhole')],
    [undefined, undefined, text('halfwhole')],
  ],
  [
    'nothing of a moment without the file',
    [gone, text('before'), text('before')],
    [undefined, undefined, undefined],
  ],
  ['a file that is gone', [gone, gone, gone], [undefined, gone, undefined]],
  [
    'its coming back, though it holds what it held',
    [gone, gone, text('before'), text('before')],
    [undefined, gone, undefined, text('before')],
  ],
  [
    'another reason why it cannot be read',
    [gone, gone, { kind: 'unreadable', code: 'EACCES' }, { kind: 'unreadable', code: 'EACCES' }],
    [undefined, gone, undefined, { kind: 'unreadable', code: 'EACCES' }],
  ],
])('what counts is %s', (_what, sights, expected) => {
  expect(counted(sights)).toEqual(expected);
});

const sight = fc.constantFrom<FileState>(text('before'), text('after'), text('later'), gone);

it('nothing counts twice in a row', () => {
  fc.assert(
    fc.property(fc.array(sight), (sights) => {
      const counting = [text('before'), ...counted(sights).filter((seen) => seen !== undefined)];

      for (const [at, seen] of counting.slice(1).entries()) expect(seen).not.toEqual(counting[at]);
    }),
  );
});

it('whatever stays counts in the end', () => {
  fc.assert(
    fc.property(fc.array(sight), sight, (sights, stays) => {
      const counting = counted([...sights, stays, stays]).findLast((seen) => seen !== undefined);

      expect(counting ?? text('before')).toEqual(stays);
    }),
  );
});

it('nothing counts that the look before did not find, too', () => {
  fc.assert(
    fc.property(fc.array(sight), (sights) => {
      for (const [at, seen] of counted(sights).entries())
        if (seen !== undefined) expect(seen).toEqual(sights[at - 1]);
    }),
  );
});
