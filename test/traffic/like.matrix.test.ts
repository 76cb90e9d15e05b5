/** Traffic with a mock that makes a choice, `--like` its report, and the same traffic again: the mock behaves alike. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readReportChoices } from '../../cli/parse-choices.ts';
import { checkTraffic, REPORTERS } from '../../conformance/index.ts';
import { CHOICE_NAMES, type ChoiceName, type Choices, optionsOf } from '../../src/contract/choices.ts';
import type { SeenExchange } from '../../src/exchange/traffic-event.ts';
import { type Mock, startMock } from '../../src/mock/index.ts';
import { sampled } from '../support/sampled.ts';
import { recordMock } from '../support/traffic-source.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-like-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BODY = { amount: 12.4, nicn: '424242', region: '85004' };

/** What clients do, and what careless ones do. */
async function send(mock: Mock): Promise<readonly SeenExchange[]> {
  const { fee, sale, events } = recordMock(mock);
  const expired = `Bearer ${mock.token('one', { expiresIn: -3600 })}`;
  for (const round of [1, 2, 3, 4]) {
    const open = async (suffix: string, fields: object = {}) => {
      const mTxId = `order-${round}-${suffix}`;
      const { sTxId } = await fee({ ...BODY, mTxId, ...fields });

      return { mTxId, sTxId };
    };
    const { sTxId, mTxId } = await open('sold');
    await fee({ ...BODY, amount: 25, sTxId });
    await sale({ sTxId, authCode: `A${round}` });
    await sale({ sTxId, authCode: `B${round}` });
    await fee({ ...BODY, amount: 99, sTxId });
    const other = await open('other');
    await fee({ ...BODY, amount: 20, sTxId: other.sTxId, mTxId });
    await fee({ amount: 30, sTxId: other.sTxId });
    await fee({ ...BODY, nicn: '555555', sTxId: other.sTxId });
    await fee({ ...BODY, sTxId: `unknown-${round}` });
    await sale({ sTxId: `unknown-${round}` });
    await fee({ ...BODY, nicn: '4242' });
    await fee({ ...BODY, note: 'gift' });
    await fee({ ...BODY, campaign: null });
    await fee({ ...BODY, amount: 0 });
    await fee(BODY, { headers: { 'x-requested-with': null } });
    await fee(BODY, { headers: { authorization: expired } });
    await fee('{"amount":');
  }

  return events;
}

/** The choices that the report of the traffic gives to `--like`, and what it says of each. */
async function likeTraffic(choices: Choices) {
  await using mock = await startMock({ choices });
  const events = await send(mock);
  const report = await checkTraffic({
    target: 'shop.har',
    sides: ['service'],
    events: (async function* () {
      yield* events;
    })(),
  });
  const path = join(folder, 'report.json');
  writeFileSync(path, REPORTERS.json(report));

  return { like: readReportChoices(path).choices, said: report.sides[0]?.choices ?? {} };
}

/** Every option but the default ones, which a mock with another option has. */
const OPTIONS = CHOICE_NAMES.flatMap((name) =>
  optionsOf<ChoiceName>(name)
    .slice(1)
    .map((option) => [name, option] as const),
);

test.each(sampled(OPTIONS, 6))(
  '%s=%s is taken for no other option, and a mock like the report behaves alike',
  async (name, option) => {
    const { like, said } = await likeTraffic({ [name]: option });

    // Some options look alike, such as `reversed or alphabetical`. `choices.matrix.test.ts` says which ones show.
    if (said[name] !== undefined) expect(said[name].split(' or ')).toContain(option);
    expect(Object.keys(like).length).toBeGreaterThan(8);
    expect((await likeTraffic(like)).like).toMatchObject(like);
  },
);
