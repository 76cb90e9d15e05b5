/** Whatever nonsense came before, a valid request still gets its fee. */

import type { Body } from '../../conversation.ts';
import { accepted, feeOf, granted, same } from '../../expect.ts';
import { property } from '../../rule.ts';

const NONSENSE: readonly Body[] = [
  { raw: '{"amount":' },
  { raw: '' },
  { raw: 'null' },
  { raw: '[]' },
  { raw: '"text"' },
  { raw: '{"amount":1e999,"nicn":"424242","region":"85004"}' },
  { raw: '{"__proto__":{"nicn":"424242"},"constructor":{"prototype":{}}}' },
  { raw: '{"amount":100,"amount":"x","nicn":"424242","region":"85004"}' },
  { raw: '['.repeat(2000) },
  { raw: `${'{"a":'.repeat(500)}1${'}'.repeat(500)}` },
  { raw: '\u0000\u0001\u0002' },
  { raw: '<?xml version="1.0"?><fee/>' },
  { amount: null, nicn: null, region: null },
  { amount: {}, nicn: [], region: 1 },
  { amount: '100', nicn: 424242, region: true },
];

export const survivesMalformedInput = property<readonly Body[]>({
  id: 'robustness/survives-malformed-input',
  section: '4.1',
  level: 'must',
  title: 'after malformed and refused requests a valid one still gets its fee',
  last: true,
  probes: ({ otherTraffic }) => [NONSENSE.slice(0, otherTraffic > 8 ? NONSENSE.length : 3)],
  smaller: (bodies) =>
    bodies.map((_, index) => bodies.toSpliced(index, 1)).filter(({ length }) => length > 0),

  async holds(bodies, { fee, sale }, { baseline, feesRepeat }) {
    const before = granted(await fee({ ...baseline }), 'fee-request/accepts-required-fields-alone');
    for (const [index, body] of bodies.entries()) await (index % 4 === 3 ? sale(body) : fee(body));
    const after = accepted(await fee({ ...baseline }), 'a fee for a valid call after malformed ones');
    if (feesRepeat) same(feeOf(after), feeOf(before), 'after malformed requests the same fee as before,');
  },
});
