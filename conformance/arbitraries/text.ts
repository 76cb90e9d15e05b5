/** Texts that opaque fields must carry unharmed: any script, quotes, JSON, markup, control characters. */
import fc from 'fast-check';

/** From plain to awkward; each has upset some server. None reaches the length that a limit could reasonably have. */
export const AWKWARD_TEXTS: readonly string[] = [
  'A1B2C3',
  '',
  ' ',
  "it's",
  'say "so"',
  '<script>5 & 6</script>',
  '{"a":[1,null]}',
  'back\\slash',
  'line one\nline two\ttab',
  'Größe cafe\u0301',
  '価格は三千円',
  'سعر',
  '👩‍💻🏳️‍🌈',
  "'; DROP TABLE sales; --",
  '{{7*7}} #{7*7} %s %00',
  '\u0000\u0001\u001f\u007f',
  'null',
  '__proto__',
  '0',
  '0012',
  'x'.repeat(1000),
];

export const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...AWKWARD_TEXTS),
  fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
