/** Whatever nonsense came before, a valid request still gets its fee. */
import type { Body, Reply } from '../../conversation.ts';
import { accepted, answered, describeReply, feeOf, granted, sameFee } from '../../expect.ts';
import { RuleBroken } from '../../failure.ts';
import { property } from '../../rule.ts';

interface Case {
  readonly operation: 'fee' | 'sale';
  readonly bodies: readonly Body[];
}

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
  { raw: '\u0001\u0002' },
  { raw: '<?xml version="1.0"?><fee/>' },
  { amount: null, nicn: null, region: null },
  { amount: {}, nicn: [], region: 1 },
  { amount: '100', nicn: 424242, region: true },
];

/** The deployment may be broken for good behind it, so this comes when nearly all is judged. */
export const survivesMalformedInput = property<Case>({
  id: 'robustness/survives-malformed-input',
  section: '4.1',
  level: 'must',
  title: 'after malformed and refused requests a valid one still gets its fee',
  stage: 2,
  quickProbes: 1,
  probes: () => [
    ...NONSENSE.map((body): Case => ({ operation: 'fee', bodies: [body] })),
    ...NONSENSE.slice(0, 4).map((body): Case => ({ operation: 'sale', bodies: [body] })),
    { operation: 'fee', bodies: NONSENSE },
  ],

  async holds({ operation, bodies }, conversation, { baseline, feesRepeat }) {
    const before = granted(
      await conversation.fee({ ...baseline }),
      'fee-request/accepts-required-fields-alone',
    );
    for (const body of bodies) await conversation[operation](body);
    const after = await conversation.fee({ ...baseline });
    if (isLost(after) && isLost(await conversation.fee({ ...baseline }))) {
      throw new RuleBroken('a fee for a valid call after malformed ones', describeReply(after), 'lasting');
    }
    answered(after);
    accepted(after, 'a fee for a valid call after malformed ones');
    if (feesRepeat) sameFee(feeOf(after), feeOf(before), 'after malformed requests the same fee as before,');
  },
});

function isLost({ judgement }: Reply): boolean {
  return judgement.kind === 'refused' || judgement.kind === 'silent';
}
