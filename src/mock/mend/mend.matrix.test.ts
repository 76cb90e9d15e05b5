/** The edit that a refusal carries: applied to the refused body, it makes the mock accept the request. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  type Ask,
  asking,
  BASELINE,
  FEE,
  FEE_FIELDS,
  fieldsOf,
  SALE,
} from '../../../test/support/ask-mock.ts';

import { runsOf } from '../../../test/support/sampled.ts';
import { CHOICE_NAMES, type ChoiceName, type Choices, optionsOf } from '../../contract/choices.ts';
import type { PatchOperation, Problem } from '../../contract/types.ts';
import { createMemoryLedger } from '../../ledger/memory.ts';
import { createMock, type InjectedAnswer, type Mock, type MockOptions } from '../index.ts';

type Body = Readonly<Record<string, unknown>>;

const problemOf = ({ json }: InjectedAnswer) => json() as Problem;

async function refusalOf(body: unknown, options: MockOptions = {}): Promise<Problem> {
  await using mock = await createMock(options);

  return problemOf(await asking(mock)(FEE, body));
}

/** RFC 6902, for the operations on members of the body that the mock uses. */
function patched(body: Body, patch: readonly PatchOperation[]): Body {
  return patch.reduce((patching, { op, path, value }) => {
    const name = path.slice(1);
    const others = Object.entries(patching).filter(([member]) => member !== name);
    expect(op === 'add', `${op} ${path}`).toBe(others.length === Object.keys(patching).length);

    return Object.fromEntries(op === 'remove' ? others : [...others, [name, value]]);
  }, body);
}

describe('a refusal that one edit mends', () => {
  it.each<[Body, PatchOperation, string]>([
    [
      { nicn: undefined },
      { op: 'add', path: '/nicn', value: '424242' },
      '/nicn: expected a string of 6 to 8 digits, got nothing. Add /nicn, such as "424242".',
    ],
    [
      { nicn: '4242' },
      { op: 'replace', path: '/nicn', value: '424242' },
      '/nicn: expected a string of 6 to 8 digits, got "4242". Replace /nicn with a value such as "424242".',
    ],
    [
      { nicn: '4242424242424242' },
      { op: 'replace', path: '/nicn', value: '42424242' },
      '/nicn: expected a string of 6 to 8 digits, got "424242…(16 digits)". Replace /nicn with "42424242".',
    ],
    [
      { campaign: null },
      { op: 'remove', path: '/campaign' },
      '/campaign: expected an array of strings, got null. Remove /campaign.',
    ],
    [{ data: ['a', 5] }, { op: 'remove', path: '/data' }, '/data/1: expected a string, got 5. Remove /data.'],
    [
      { totalAmount: 50 },
      { op: 'replace', path: '/amount', value: 50 },
      '/amount: expected no more than the totalAmount, got 100. Replace /amount with 50.',
    ],
    [
      { sTxId: 'unknown' },
      { op: 'remove', path: '/sTxId' },
      '/sTxId: expected the sTxId of a transaction of this merchant, got "unknown". Remove /sTxId.',
    ],
  ])('has it as a JSON Patch, and says it: %j', async (fields, edit, detail) => {
    expect(await refusalOf({ ...BASELINE, ...fields })).toMatchObject({
      ...{ status: 422, patch: [edit], detail, reason: detail },
    });
  });

  it.each<[string, unknown, unknown]>([
    ['amount', '107.00', 107],
    ['amount', '1,250.50', 1250.5],
    ['amount', '250 USD', 250],
    ['amount', ' $5 ', 5],
    ['totalAmount', '200', 200],
    ['mTxId', 5, '5'],
    ['region', 85004, '85004'],
    ['nicn', 424242, '424242'],
    ['country', 'US', '840'],
    ['country', 'USA', '840'],
  ])('reads the value from the one that was sent: %s %j', async (name, sent, read) => {
    const { patch, detail } = await refusalOf({ ...BASELINE, [name]: sent });

    expect(patch).toEqual([{ op: 'replace', path: `/${name}`, value: read }]);
    expect(detail).toContain(` Replace /${name} with ${JSON.stringify(read)}.`);
  });

  it.each<[string, unknown]>([
    ...['a lot', '1.250,50', '12,50', '5 EUR', '1,2500', -5, true, {}, '99999999999999999999'].map(
      (amount): [string, unknown] => ['no amount is meant', { ...BASELINE, amount }],
    ),
    ['a total is no negative amount', { ...BASELINE, amount: -5, totalAmount: 200 }],
    ['several things are wrong', { amount: '1', nicn: '1', region: 'AZ' }],
    ['the body is no object', []],
    ['the body is large', { ...BASELINE, nicn: '4', data: ['x'.repeat(5_000)] }],
    ['many entries are wrong', { ...BASELINE, data: Array.from({ length: 11 }, () => 1) }],
  ])('has none where %s: %j', async (_, body) => {
    const problem = await refusalOf(body);

    expect(problem).not.toHaveProperty('patch');
    expect(problem.detail).toMatch(/\. Correct it and send the request again\.$/);
  });

  it.each([{ cardToken: 5 }, { campaign: '4242 4242 4242 4242' }])(
    'repeats no secret value: %j',
    async (fields) => {
      const { patch } = await refusalOf({ ...BASELINE, ...fields });

      expect(patch ?? [{ op: 'remove' }]).toMatchObject([{ op: 'remove' }]);
    },
  );

  it('names the transaction of a sale that names none or another', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    const { sTxId } = fieldsOf(await ask(FEE, { ...BASELINE, mTxId: 'order-1' }));
    await ask(FEE, { ...BASELINE, mTxId: 'order-2' });
    const patchOf = async (sale: Body) => problemOf(await ask(SALE, sale)).patch;

    expect(await patchOf({ sTxId, mTxId: 'order-2' })).toEqual([{ op: 'remove', path: '/mTxId' }]);
    expect(await patchOf({})).toMatchObject([{ op: 'add', path: '/sTxId' }]);
    expect(await patchOf({ sTxId: 'unknown' })).toMatchObject([{ op: 'replace', path: '/sTxId' }]);
  });

  it('reads the newest transactions of the ledger only where an sTxId may mend the request', async () => {
    const inner = createMemoryLedger();
    const list = vi.fn(inner.list);
    await using mock = await createMock({ ledger: { ...inner, list } });
    const ask = asking(mock);
    await ask(FEE, BASELINE);
    // With its first request a world finds out whether the ledger had transactions before.
    list.mockClear();
    await ask(FEE, { ...BASELINE, nicn: '4242' });
    await ask(SALE, { mTxId: 5 });
    expect(list).not.toHaveBeenCalled();
    await ask(SALE, {});

    expect(list).toHaveBeenCalledOnce();
  });

  it('says which header to send, of which no JSON Patch can tell', async () => {
    await using mock = await createMock();
    const problem = problemOf(await asking(mock)(FEE, BASELINE, { 'x-requested-with': 'fetch' }));

    expect(problem.detail).toBe(
      'header X-Requested-With: expected xhr, got "fetch". Send the header X-Requested-With: xhr.',
    );
    expect(problem).not.toHaveProperty('patch');
  });

  it('has none where the state of the transaction refuses it, and no edit of the request would help', async () => {
    await using mock = await createMock({ choices: { 'second-sale': 'refuse' } });
    const ask = asking(mock);
    const { sTxId } = fieldsOf(await ask(FEE, BASELINE));
    await ask(SALE, { sTxId });

    expect(problemOf(await ask(SALE, { sTxId }))).not.toHaveProperty('patch');
  });

  it('keeps what a lenient mock overlooked free of what it tried out', async () => {
    await using mock = await createMock({ lenient: true });
    const answer = await asking(mock)(FEE, { ...BASELINE, nicn: '4242', campaign: null, extra: 1 });

    expect(problemOf(answer).patch).toEqual([{ op: 'replace', path: '/nicn', value: '424242' }]);
    expect(answer.headers['tollgate-violations']).toBe('/extra, /campaign (fee-request/refuses-wrong-types)');
  });
});

/** Values that a field may not have, and some that it may. */
const value = fc.oneof(
  fc.constantFrom<unknown[]>(
    ...[null, true, 5, -5, 0.001, 1e300, '', ' ', '5', ' 85004 ', 'az', 'ZZ', 'alpa', 'Alpha', 'unknown'],
    ...['424', '42424242424', '4242-42', '100.50', '-3', 'US', '999', '124', 'x y'],
    ...[[], [1], ['a'], {}, [null]],
  ),
  fc.json().map((json) => JSON.parse(json) as unknown),
);
const field = fc.constantFrom(...FEE_FIELDS, ...['mTxId', 'sTxId', 'authCode']);
const change = fc.tuple(field, fc.oneof({ weight: 4, arbitrary: value }, fc.constant(undefined)));
const request = fc.record({
  path: fc.constantFrom(FEE, FEE, SALE),
  merchant: fc.constantFrom('one', 'several'),
  changes: fc.array(change, { minLength: 1, maxLength: 2 }),
});
type Case = typeof request extends fc.Arbitrary<infer T> ? T : never;

/** Sends the broken request, and where its refusal has a patch, the mended one. */
async function mend(mock: Mock, { path, merchant, changes }: Case) {
  const ask: Ask = asking(mock, merchant);
  const { sTxId } = fieldsOf(await ask(FEE, { ...BASELINE, processor: 'alpha', mTxId: 'order-1' }));
  const right = path === SALE ? { sTxId } : { ...BASELINE, processor: 'alpha' };
  const body = JSON.parse(JSON.stringify({ ...right, ...Object.fromEntries(changes) })) as Body;
  const answer = await ask(path, body);
  if (answer.status < 400) return undefined;
  const { patch, violations = [], message } = problemOf(answer);
  const again = patch === undefined ? undefined : await ask(path, patched(body, patch));

  return { body, patch, violations, message, again: again?.status };
}

describe('whatever the request, its refusal', () => {
  it('is mended by its patch', async () => {
    await using mock = await createMock();
    let mended = 0;

    await fc.assert(
      fc.asyncProperty(request, async (one) => {
        const tried = await mend(mock, one);
        if (tried?.patch !== undefined) mended += 1;

        expect(tried?.again ?? 200, JSON.stringify(tried)).toBe(200);
        expect(tried?.message).not.toBe('ok');
      }),
      { numRuns: runsOf(1_000) },
    );
    expect(mended).toBeGreaterThan(runsOf(1_000) / 5);
  });

  it('is mended by its patch under any one choice, and by a lenient mock', async () => {
    /** These refuse by the state of a transaction or by a count, which no edit of a request mends. */
    const byState: readonly ChoiceName[] = [
      ...(['rate-limiting', 'second-sale', 'update-after-sale', 'update-to-another-card'] as const),
      'refusal',
    ];
    const options = CHOICE_NAMES.filter((name) => !byState.includes(name)).flatMap((name) =>
      optionsOf<ChoiceName>(name).map((option) => ({ [name]: option }) as Choices),
    );

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...options),
        fc.boolean(),
        fc.array(request, { minLength: 5, maxLength: 5 }),
        async (choices, lenient, requests) => {
          await using mock = await createMock({ choices, lenient });
          for (const one of requests) {
            const tried = await mend(mock, one);
            expect(tried?.again ?? 200, JSON.stringify({ choices, lenient, tried })).toBeLessThan(300);
          }
        },
      ),
      { numRuns: runsOf(150) },
    );
  });
});
