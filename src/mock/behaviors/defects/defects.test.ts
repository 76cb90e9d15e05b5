/** The names of defects, and their state. `npm run check:selftest` shows that each is found by its own rule. */
import { describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE } from '../../../../test/support/ask-mock.ts';
import { type DefectName, MUST_RULES, type MustRule, SHOULD_RULES } from '../../../contract/rule-ids.ts';
import { createMock } from '../../index.ts';
import { DEFECT_NAMES, variantsOf } from './index.ts';

describe('a defect', () => {
  it('refuses a request without the field that the defect is about', async () => {
    await using mock = await createMock({ defects: ['nicn/never-echoes-card-number'] });

    expect((await asking(mock)(FEE, { amount: 1, region: 'AZ' })).status).toBe(422);
  });

  it('keeps its state within one mock', async () => {
    const defects: readonly MustRule[] = ['robustness/survives-malformed-input'];
    await using broken = await createMock({ defects });
    await using other = await createMock({ defects });
    await asking(broken)(FEE, '{');

    expect((await asking(broken)(FEE, BASELINE)).status).toBe(500);
    expect((await asking(other)(FEE, BASELINE)).status).toBe(200);
  });

  it('makes createMock throw if no rule has the id', async () => {
    const defects = ['nicn/accepts-6-to-8-digit'] as unknown as readonly MustRule[];

    await expect(createMock({ defects })).rejects.toMatchObject({
      code: 'unknown-defect',
      message:
        'defect: expected the id of a rule that a mock can break, got "nicn/accepts-6-to-8-digit". Did you mean nicn/accepts-6-to-8-digits?',
    });
  });
});

describe('the list of defects', () => {
  it('has one defect for each rule that a mock can break, in the order of the rules', () => {
    const breakable = [...MUST_RULES, ...SHOULD_RULES].filter((id) => id !== 'transport/https');

    expect(DEFECT_NAMES.filter((name) => !name.includes(':'))).toEqual(breakable);
  });

  it('names a variant after the rule that it breaks, and breaks it in another way', async () => {
    const defects: readonly DefectName[] = ['nicn/refuses-fewer-than-6-digits:on-updates-by-mtxid'];
    await using mock = await createMock({ defects });
    const send = asking(mock);
    const short = { ...BASELINE, nicn: '42424', mTxId: 'order-1' };

    expect(variantsOf('nicn/refuses-fewer-than-6-digits')).toContain(defects[0]);
    expect((await send(FEE, short)).status).toBe(422);
    expect((await send(FEE, { ...BASELINE, mTxId: 'order-1' })).status).toBe(200);
    expect((await send(FEE, short)).status).toBe(200);
  });
});
