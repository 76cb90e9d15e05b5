/** The report of judged traffic: sides, verdicts, gaps and secrets. */
import { describe, expect, test } from 'vitest';
import { parseMerchants } from '../../src/engine/index.ts';
import type { TrafficEvent } from '../../src/exchange/traffic-event.ts';
import {
  FEE,
  failedIn,
  judge,
  LOST,
  ok,
  type Story,
  tell,
  withoutResponse,
} from '../../test/support/traffic-source.ts';
import { REPORTERS } from '../report/reporters.ts';
import { createTrafficJudge } from './check-traffic.ts';

const carts =
  (count: number): Story =>
  ({ fee, sale }) => {
    for (let n = 0; n < count; n++) {
      fee({ ...FEE, amount: 10 + n, mTxId: `order-${n}` }, ok(`s-${n}`));
      fee({ ...FEE, amount: 20 + n, sTxId: `s-${n}` }, ok(`s-${n}`));
      sale({ sTxId: `s-${n}`, authCode: 'A1' }, { sTxId: `s-${n}` });
    }
  };

/** Both sides are at fault. */
const faulty: Story = (teller) => {
  carts(3)(teller);
  for (let n = 0; n < 3; n++) teller.fee({ ...FEE, nicn: '42424' }, ok(`short-${n}`));
};

const BOTH = { sides: ['client', 'service'] } as const;

describe('the report', () => {
  test('says why nothing could be judged', async () => {
    const why = 'the service could not be reached';
    const { requests, summary, sides } = await judge([{ kind: 'not-judged', why }], BOTH);

    expect({ requests, summary }).toEqual({
      requests: 0,
      summary: `No exchange could be judged: ${why} (1).`,
    });
    expect(sides.map((side) => side.summary)).toEqual([summary, summary]);
  });

  test('says of a rule that sales of unknown transactions do not decide that no exchange decides it', async () => {
    const events = tell(({ sale }) => sale({ mTxId: 'order-1' }, { sTxId: 's-1' }));
    const { sides } = await judge(events, BOTH);
    const reasons = sides[1]?.rules.filter(({ id }) => /sale\/a(?:ccepts-mtxid|nswers-stxid)/.test(id));

    expect(reasons?.map(({ reason }) => reason.split(':')[0])).toEqual(
      Array(2).fill('no exchange decides it'),
    );
  });

  test('counts what was not judged by its reason', async () => {
    const lost: TrafficEvent = { kind: 'not-judged', why: 'the response never came' };
    const { notJudged } = await judge([lost, ...tell(carts(1)), lost]);

    expect(notJudged).toEqual([{ why: 'the response never came', count: 2 }]);
  });

  test('judges the client alone by a call without a response', async () => {
    const events = tell(({ fee }) => fee({ ...FEE, nicn: '42424' }, ''));
    const { exchanges, notJudged, summary } = await judge(events.map(withoutResponse), BOTH);

    expect({ exchanges, notJudged }).toEqual({
      exchanges: { calculateFee: 0, attachSale: 0 },
      notJudged: [{ why: LOST, count: 1 }],
    });
    expect(summary).toBe(
      `Client: Failed: client-request/nicn-is-6-to-8-digits. Service: No exchange could be judged: ${LOST} (1).`,
    );
  });

  test.each([
    ['counts its sTxIds', '1', /^seen once, could be a restart of the service: /],
    ['draws its sTxIds', '4f3a91c2d8e04b7a', /^expected /],
  ])(
    'says of an order that begins anew after its sale what else it could be: a service that %s',
    async (_, sTxId, reason) => {
      const sold = tell(({ fee, sale, wait }) => {
        for (const nicn of ['424242', '555555']) {
          fee({ ...FEE, nicn, mTxId: 'order-1' }, ok(sTxId));
          fee({ amount: 50, sTxId }, ok(sTxId));
          sale({ mTxId: 'order-1', authCode: nicn }, { sTxId });
          wait(60_000);
        }
      });
      const { sides } = await judge(sold, { sides: ['client'] });
      const rules = sides[0]?.rules.filter(({ outcome }) => ['fail', 'unstable'].includes(outcome));

      expect(rules?.map(({ id }) => id)).toEqual([
        'client-flow/sells-once',
        'client-flow/sells-at-the-last-price',
        'client-flow/one-order-per-mtxid',
      ]);
      for (const rule of rules ?? []) expect(rule.reason).toMatch(reason);
    },
  );

  test('is inconclusive as soon as its judge had no time for an exchange', async () => {
    const events = tell(carts(20));
    const { verdict } = await judge(events, BOTH);
    const why = 'exchanges came faster than they could be judged';
    const dropped = await judge([...events, { kind: 'not-judged', why }], BOTH);

    expect([verdict, dropped.verdict]).toEqual(['conformant', 'inconclusive']);
  });

  test('is inconclusive about a client whose bodies the recorder left out', async () => {
    const left = { lacks: ['request-body'] } as const;
    const { sides } = await judge(
      tell(({ fee }) => {
        for (const id of ['a', 'b', 'c']) fee('', ok(id), left);
      }),
      BOTH,
    );

    expect(sides.map(({ subject, verdict }) => [subject, verdict])).toEqual([
      ['client', 'inconclusive'],
      ['service', 'inconclusive'],
    ]);
  });

  test.each([
    [404, 'inconclusive'],
    [200, 'conformant'],
  ])(
    'is open about a sale whose fee call was refused, unless it is accepted: %d',
    async (status, verdict) => {
      const sold = tell((teller) => {
        carts(4)(teller);
        teller.fee({ ...FEE, mTxId: 'older' }, { error: 'unknown card' }, { status: 422 });
        teller.sale({ mTxId: 'older' }, status === 200 ? { sTxId: 's-older' } : {}, { status });
      });
      const { sides } = await judge(sold, { sides: ['client'] });
      const rule = sides[0]?.rules.find(({ id }) => id === 'client-flow/sells-what-was-priced');

      expect(sides[0]?.verdict).toBe(verdict);
      if (status === 404)
        expect(rule?.reason).toMatch(
          /^seen once, could be a call of an earlier transaction that was not seen/,
        );
    },
  );

  test.each<[string, (n: number) => object, number, string | undefined]>([
    ['every sale by mTxId', (n) => ({ mTxId: `o-${n}` }), 404, 'sale/accepts-mtxid'],
    ['every sale by sTxId', (n) => ({ sTxId: `s-${n}`, authCode: 'A1' }), 409, 'sale/accepts-stxid'],
    ['every sale by both', (n) => ({ sTxId: `s-${n}`, mTxId: `o-${n}` }), 200, 'sale/accepts-both'],
    ['sales with a longer authCode', (n) => ({ mTxId: `o-${n}`, authCode: 'A'.repeat(40) }), 422, undefined],
    ['sales of another field', (n) => ({ mTxId: `o-${n}`, tip: 1 }), 422, undefined],
    ['sales while it fails', (n) => ({ mTxId: `o-${n}` }), 500, undefined],
  ])('is open about a service that refuses %s of priced transactions', async (_, sale, status, rule) => {
    const sold = tell((teller) => {
      for (const n of [1, 2, 3]) {
        teller.fee({ ...FEE, mTxId: `o-${n}` }, ok(`s-${n}`));
        teller.sale(sale(n), { message: 'unknown' }, { status });
      }
    });
    const { sides } = await judge(sold, { sides: ['client', 'service'] });
    const [client, service] = sides;

    expect(client?.verdict).toBe('conformant');
    expect(service?.verdict).toBe(rule === undefined ? 'conformant' : 'inconclusive');
    if (rule !== undefined)
      expect(service?.rules.find(({ id }) => id === rule)).toMatchObject({
        outcome: 'unstable',
        reason: expect.stringMatching(
          /^seen 3 of 3 times, could be .* a reason that only the service knows: /,
        ),
      });
  });

  test('is open about a service that refuses one sale, unless that is tolerated', async () => {
    const sold = tell((teller) => {
      carts(4)(teller);
      teller.fee({ ...FEE, mTxId: 'last' }, ok('s-last'));
      teller.sale({ sTxId: 's-last' }, { message: 'no' }, { status: 409 });
      teller.sale({ sTxId: 's-last' }, { message: 'no' }, { status: 409 });
    });

    expect((await judge(sold)).verdict).toBe('inconclusive');
    expect((await judge(sold, { tolerated: 1 })).verdict).toBe('conformant');
  });

  test.each([false, true])(
    'charges a service that says OK for ok now and then, and no client (complete: %s)',
    async (isComplete) => {
      const sold = tell(({ fee, sale }) => {
        for (const n of [1, 2, 3]) {
          fee({ ...FEE, mTxId: `o-${n}` }, ok(`s-${n}`));
          fee({ ...FEE, amount: 90, mTxId: `o-${n}` }, { ...ok(`s-${n}`), message: 'OK' });
          fee(FEE, { ...ok(`t-${n}`), message: 'OK' });
          for (const sTxId of [`s-${n}`, `t-${n}`]) sale({ sTxId }, { sTxId });
        }
      });
      const { sides } = await judge(sold, { sides: ['client', 'service'], isComplete });
      const failed = sides.map(({ rules }) => rules.filter(({ outcome }) => outcome === 'fail'));

      expect(failed.map((rules) => rules.map(({ id }) => id))).toEqual([[], ['fee-response/has-message-ok']]);
    },
  );

  test('shows the first exchanges that prove a failure, and how often it occurs', async () => {
    const { sides } = await judge(tell(faulty));
    const failed = sides[0]?.rules.find(({ id }) => id === 'nicn/refuses-fewer-than-6-digits');

    expect(failed?.reason).toMatch(/^3 of 3 times: expected a refusal of a fee call with a nicn of 5 digits/);
    expect(failed?.counterexample?.steps.map(({ request }) => request.url)).toEqual([
      'https://fees.example.com/v1/ch',
    ]);
  });

  test('can be made again and again while traffic goes on', () => {
    const judgeOf = createTrafficJudge({ target: 'recording' });
    const verdicts = tell(faulty).map((event) => {
      judgeOf.observe(event);

      return judgeOf.report().verdict;
    });

    expect([verdicts[4], verdicts.at(-1)]).toEqual(['conformant', 'nonconformant']);
  });
});

describe('no wrong green', () => {
  const oddFees =
    (odd: number, sound: number): Story =>
    ({ fee }) => {
      for (let n = 0; n < sound; n++) fee({ ...FEE, amount: n + 1 }, ok(`s-${n}`));
      for (let n = 0; n < odd; n++) fee({ ...FEE, amount: n + 1 }, ok(`odd-${n}`, '2.43'));
    };
  const ruleOf = async (story: Story, id: string, options: { readonly tolerated?: number } = {}) => {
    const report = await judge(tell(story), options);
    const [side] = report.sides;

    return { report, side, rule: side?.rules.find((rule) => rule.id === id) };
  };
  const FEE_NUMBER = 'fee-response/has-transaction-fee-number';

  test.each([1, 2])('a rule that all %i exchanges contradict is unstable', async (odd) => {
    const { report, rule, side } = await ruleOf(oddFees(odd, 0), FEE_NUMBER);

    expect({ verdict: report.verdict, exitCode: report.exitCode }).toEqual({
      verdict: 'inconclusive',
      exitCode: 3,
    });
    expect(rule?.outcome).toBe('unstable');
    expect(rule?.reason).toMatch(
      /^seen (?:once|2 of 2 times), could be an accident, such as the response of a gateway: expected /,
    );
    expect(rule?.counterexample?.steps).toHaveLength(1);
    expect(side?.notes).toBeUndefined();
  });

  test('a rule that half of the exchanges contradict leaves the verdict open, unless they are tolerated', async () => {
    const open = await ruleOf(oddFees(2, 2), FEE_NUMBER);
    const one = await ruleOf(oddFees(2, 2), FEE_NUMBER, { tolerated: 1 });
    const { report, rule, side } = await ruleOf(oddFees(3, 2), FEE_NUMBER, { tolerated: 3 });

    expect([open.report.verdict, open.rule?.outcome]).toEqual(['inconclusive', 'unstable']);
    expect(one.report.verdict).toBe('inconclusive');
    expect([report.verdict, rule?.outcome]).toEqual(['conformant', 'skipped']);
    expect(rule?.reason).toBe(
      'tolerated: seen 3 of 5 times, could be an accident, such as the response of a gateway',
    );
    const note = `Tolerated: ${FEE_NUMBER} (3 of 5 times, could be an accident, such as the response of a gateway).`;
    expect(side?.notes).toEqual([note]);
    for (const kind of ['text', 'markdown', 'html', 'junit', 'github', 'sarif'] as const)
      expect(REPORTERS[kind](report).replaceAll(/\\|<wbr>/g, '')).toContain(note);
  });

  test('violations that the end of a lifetime may explain prove nothing, and are named', async () => {
    const { report, rule, side } = await ruleOf(({ fee, wait }) => {
      for (const n of [1, 2]) {
        fee({ ...FEE, amount: n }, ok(`s-${n}`));
        wait(3_600_000);
        fee({ ...FEE, amount: n + 5, sTxId: `s-${n}` }, ok(`t-${n}`));
      }
    }, 'identity/update-by-stxid-keeps-stxid');

    expect([report.verdict, rule?.outcome]).toEqual(['inconclusive', 'unstable']);
    expect(rule?.reason).toMatch(
      /^seen 2 of 2 times, could be a restart, the end of its lifetime, or a call that is not recorded: /,
    );
    expect(side?.notes).toBeUndefined();
  });
});

describe('the judge', () => {
  test('returns what is wrong with an exchange on either side', () => {
    const judgeOf = createTrafficJudge({ target: 'recording' });
    const hints = tell(faulty).map((event) => judgeOf.observe(event).map(({ rule }) => rule));

    expect(hints.at(-1)).toEqual([
      'client-request/nicn-is-6-to-8-digits',
      'nicn/refuses-fewer-than-6-digits',
    ]);
    expect(hints[0]).toEqual([]);
  });

  test('tells a service with another form of success from one that refuses', async () => {
    const priced: Story = ({ fee, sale }) => {
      for (let n = 1; n < 9; n++) {
        fee({ ...FEE, amount: n }, { ...ok(`s-${n}`, n / 10), message: 'success' });
        fee({ ...FEE, amount: n, sTxId: `s-${n}` }, { ...ok(`s-${n}`, n / 10), message: 'success' });
        sale({ sTxId: `s-${n}` }, { sTxId: `s-${n}` });
      }
    };
    const report = await judge(tell(priced));

    expect(failedIn(report)).toEqual(['fee-response/has-message-ok']);
    expect(report.sides[0]?.rules.find(({ id }) => id === 'sale/accepts-stxid')?.outcome).toBe('pass');
  });

  test('says for how many calls the merchant is unknown', async () => {
    const prices = (name: string) =>
      `  ${name}: { processors: [{ mid: "${name}", name: ${name}, pricing: { model: percent-plus-fixed, percent: "3", fixed: "0.10" } }] }\n`;
    const merchants = parseMerchants(`merchants:\n${prices('shop')}${prices('cafe')}`, 'prices.yaml');
    const pricing = { path: 'prices.yaml', merchants };
    const fees = (named: number) =>
      tell(({ fee }) => {
        for (let n = 1; n < 5; n++)
          fee(
            { ...FEE, amount: n, ...(n <= named ? { processor: 'cafe' } : {}) },
            ok(`s-${n}`, (3 * n + 10) / 100),
            { headers: { authorization: `token-${n}` } },
          );
      });
    const feeRule = async (named: number) => {
      const { verdict, sides } = await judge(fees(named), { pricing });
      const rule = sides[0]?.rules.find(({ id }) => id === 'fee/matches-reference');

      return [verdict, rule?.outcome, rule?.reason, sides[0]?.notes ?? []];
    };
    const why =
      '(no merchant is named: expected a token with a claim that is the name of a merchant of the file, or a processor that only one of them has)';
    const none = `fees: 0 compared, 0 differ, 4 not comparable ${why}`;
    const most = `fees: 3 compared, 0 differ, 1 not comparable ${why}`;

    expect(await feeRule(0)).toEqual([
      'inconclusive',
      'skipped',
      `--pricing decides nothing: ${none}`,
      [none],
    ]);
    expect(await feeRule(3)).toEqual(['conformant', 'pass', most, [most]]);
    const all = 'fees: 4 compared, 0 differ, 0 not comparable';
    expect(await feeRule(4)).toEqual(['conformant', 'pass', '', [all]]);
  });
});
