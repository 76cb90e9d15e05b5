import { describe, expect, it } from 'vitest';
import { type Ask, asking, BASELINE, FEE, fieldsOf, SALE } from '../../../../test/support/ask-mock.ts';
import {
  CHOICE_NAMES,
  CHOICES,
  type ChoiceName,
  type Choices,
  defaultOf,
  type OptionOf,
  optionsOf,
} from '../../../contract/choices.ts';
import { createMemoryLedger } from '../../../ledger/memory.ts';
import type { Behavior } from '../../behavior.ts';
import { createMock, type InjectedAnswer } from '../../index.ts';
import { CHOICE_BEHAVIORS } from './index.ts';

/** Requests that show the option of a mock. */
interface Probe<N extends ChoiceName> {
  /** Sends them and summarises the responses. */
  readonly ask: (ask: Ask) => Promise<unknown>;
  /** The summary under each option. */
  readonly shows: { readonly [O in OptionOf<N>]: unknown };
}

const statusOf = async (answer: Promise<InjectedAnswer>) => (await answer).status;
const opened = async (ask: Ask, fields: object = {}) =>
  String(fieldsOf(await ask(FEE, { ...BASELINE, ...fields }))['sTxId']);
const sold = async (ask: Ask, authCode = 'first') => {
  const sTxId = await opened(ask);
  await ask(SALE, { sTxId, authCode });

  return sTxId;
};
/** The largest of these sizes, in ascending order, that is accepted. */
const longest = async (sizes: readonly number[], ask: (size: number) => Promise<InjectedAnswer>) => {
  const statuses = await Promise.all(sizes.map((size) => statusOf(ask(size))));

  return sizes.filter((_, index) => statuses[index] === 200).at(-1);
};
const BROKEN = { amount: 100, nicn: '4242', region: '85004' };
const problemOf = ({ status, headers, text }: InjectedAnswer) => [status, headers['content-type'], text];

/** It expired in 2001. */
const EXPIRED = `Bearer eyJhbGciOiJub25lIn0.${Buffer.from('{"exp":1000000000}').toString('base64url')}.`;

const PROBES: { readonly [N in ChoiceName]: Probe<N> } = {
  'success-status': {
    ask: (ask) => statusOf(ask(FEE, BASELINE)),
    shows: { '200': 200, '201': 201, '202': 202 },
  },
  'sale-status': {
    ask: async (ask) => statusOf(ask(SALE, { sTxId: await opened(ask) })),
    shows: { '200': 200, '201': 201, '202': 202 },
  },
  'extra-response-fields': {
    ask: async (ask) => Object.keys(fieldsOf(await ask(FEE, BASELINE))).join(' '),
    shows: {
      none: 'transactionFee sTxId message',
      flat: 'status transactionFee sTxId message currency feeVersion success',
      nested: 'transactionFee sTxId message error errors links details',
    },
  },
  'number-form': {
    ask: async (ask) =>
      /"transactionFee":([^,]*)/.exec((await ask(FEE, { ...BASELINE, amount: 94 })).text)?.[1],
    shows: { shortest: '2.3', 'two-decimals': '2.30', 'six-decimals': '2.300000', exponent: '2.3e+0' },
  },
  'field-order': {
    ask: async (ask) => Object.keys(fieldsOf(await ask(FEE, BASELINE))),
    shows: {
      documented: ['transactionFee', 'sTxId', 'message'],
      reversed: ['message', 'sTxId', 'transactionFee'],
      alphabetical: ['message', 'sTxId', 'transactionFee'],
    },
  },
  'json-layout': {
    ask: async (ask) => (await ask(FEE, BASELINE)).text,
    shows: {
      compact: expect.stringMatching(/^\{"transactionFee":2\.43,"sTxId":"\w+","message":"ok"\}$/),
      indented: expect.stringMatching(
        /^\{\n {2}"transactionFee": 2\.43,\n {2}"sTxId": "\w+",\n {2}"message"/,
      ),
      escaped: expect.stringMatching(/^\{"(\\u00\d.)+\\u006eF(\\u00\d.)+":2\.43,.*"\\u006f\\u006b"\}$/),
    },
  },
  'response-media-type': {
    ask: async (ask) => (await ask(FEE, BASELINE)).headers['content-type'],
    shows: {
      json: 'application/json',
      'json-charset': 'application/json; charset=utf-8',
      'json-suffix': 'application/vnd.tollgate.fees+json',
      'text-plain': 'text/plain; charset=utf-8',
      none: undefined,
    },
  },
  'stxid-form': {
    ask: (ask) => opened(ask),
    shows: {
      hex: expect.stringMatching(/^[0-9a-f]{32}$/),
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      ulid: expect.stringMatching(/^[0-9A-Z]{26}$/),
      base64url: expect.stringMatching(/^[\w-]{22}$/),
      digits: expect.stringMatching(/^[0-9]{39}$/),
      prefixed: expect.stringMatching(/^ch_[0-9a-f]{32}$/),
      long: expect.stringMatching(/^[A-Za-z0-9+/=.]{256,}$/),
    },
  },
  refusal: {
    ask: async (ask) => problemOf(await ask(FEE, BROKEN)),
    shows: {
      problem: [422, 'application/problem+json', expect.stringContaining('"violations"')],
      json: [422, 'application/json', expect.stringMatching(/^\{"message":".*","reasonCode":".*","reason":/)],
      html: [422, 'text/html; charset=utf-8', expect.stringContaining('<h1>')],
      empty: [422, undefined, ''],
      '2xx-message': [
        200,
        'application/json',
        '{"message":"The nicn must be a string of 6 to 8 digits, not \\"4242\\"."}',
      ],
      '2xx-message-stxid': [
        200,
        'application/json',
        expect.stringMatching(/^\{"sTxId":"\w+","message":"The/),
      ],
      '2xx-zero-fee': [
        200,
        'application/json',
        expect.stringMatching(/^\{"transactionFee":0,"message":"The/),
      ],
      '2xx-zero-fee-stxid': [
        200,
        'application/json',
        expect.stringMatching(/^\{"transactionFee":0,"sTxId":"\w+","message":"The/),
      ],
    },
  },
  'refusal-status': {
    ask: async (ask) => {
      const answer = await ask(FEE, BROKEN);

      return [answer.status, fieldsOf(answer)['status']];
    },
    shows: { '422': [422, 422], '400': [400, 400], '404': [404, 404], '409': [409, 409], '500': [500, 500] },
  },
  'malformed-json-status': {
    ask: (ask) => statusOf(ask(FEE, '{')),
    shows: { '400': 400, '422': 422, '500': 500 },
  },
  'unknown-transaction-status': {
    ask: (ask) => statusOf(ask(SALE, { sTxId: 'unknown' })),
    shows: { '422': 422, '404': 404, '400': 400, '410': 410 },
  },
  'missing-token': {
    ask: (ask) => statusOf(ask(FEE, BASELINE, { authorization: '' })),
    shows: { '401': 401, '403': 403, '400': 400, take: 200 },
  },
  'invalid-token': {
    ask: (ask) => statusOf(ask(FEE, BASELINE, { authorization: 'Bearer garbled' })),
    shows: { '401': 401, '403': 403, '400': 400, take: 200 },
  },
  'expired-token': {
    ask: (ask) => statusOf(ask(FEE, BASELINE, { authorization: EXPIRED })),
    shows: { take: 200, refuse: 401 },
  },
  'missing-x-requested-with': {
    ask: (ask) => statusOf(ask(FEE, BASELINE, { 'x-requested-with': '' })),
    shows: { refuse: 422, take: 200 },
  },
  'unknown-stxid-on-fee': {
    async ask(ask) {
      const answer = await ask(FEE, { ...BASELINE, sTxId: 'unknown', mTxId: 'order-1' });
      const again = await ask(FEE, { ...BASELINE, mTxId: 'order-1' });

      return [answer.status, fieldsOf(answer)['sTxId'] === fieldsOf(again)['sTxId']];
    },
    shows: { refuse: [422, false], open: [200, true] },
  },
  'mismatched-identifiers': {
    async ask(ask) {
      await opened(ask, { mTxId: 'order-1' });
      const sTxId = await opened(ask);
      const answers = [
        await ask(SALE, { sTxId, mTxId: 'order-1' }),
        await ask(FEE, { ...BASELINE, sTxId, mTxId: 'order-1' }),
      ];

      return answers.map((answer) => fieldsOf(answer)['sTxId'] === sTxId);
    },
    shows: { refuse: [false, false], 'stxid-decides': [true, true] },
  },
  'partial-update': {
    async ask(ask) {
      const sTxId = await opened(ask, { amount: 94 });
      const { nicn: _, ...withoutCard } = { ...BASELINE, mTxId: 'another' };
      const answers = [
        await ask(FEE, { sTxId }),
        await ask(FEE, { mTxId: 'unknown', amount: 1 }),
        // One field is missing, so the mock looks for an edit that would be accepted.
        await ask(FEE, withoutCard),
      ];

      return answers.map((answer) => [answer.status, fieldsOf(answer)['transactionFee']]);
    },
    shows: {
      refuse: [
        [422, undefined],
        [422, undefined],
        [422, undefined],
      ],
      keep: [
        [200, 2.3],
        [422, undefined],
        [422, undefined],
      ],
    },
  },
  'update-after-sale': {
    ask: async (ask) =>
      fieldsOf(await ask(FEE, { ...BASELINE, amount: 94, sTxId: await sold(ask) }))['transactionFee'],
    shows: { take: 2.3, keep: 2.43, refuse: undefined },
  },
  'second-sale': {
    async ask(ask) {
      const sTxId = await sold(ask);

      return statusOf(ask(SALE, { sTxId, authCode: 'second' }));
    },
    shows: { replace: 200, keep: 200, refuse: 422 },
  },
  'unknown-request-fields': {
    ask: (ask) => statusOf(ask(FEE, { ...BASELINE, entryMethod: 'chip' })),
    shows: { ignore: 200, refuse: 422 },
  },
  'null-optional-fields': {
    ask: async (ask) => [
      await statusOf(ask(FEE, { ...BASELINE, campaign: null })),
      await statusOf(ask(FEE, { ...BASELINE, nicn: null })),
    ],
    shows: { refuse: [422, 422], ignore: [200, 422] },
  },
  'zero-amount': {
    ask: (ask) => statusOf(ask(FEE, { ...BASELINE, amount: 0 })),
    shows: { take: 200, refuse: 422 },
  },
  'amount-beyond-cents': {
    ask: async (ask) => fieldsOf(await ask(FEE, { ...BASELINE, amount: 100.673 }))['transactionFee'],
    shows: { take: 2.45, round: 2.44, refuse: undefined },
  },
  'largest-amount': {
    async ask(ask) {
      const amounts = [10_000, 10_000.01, 100_001, 1_000_001];
      const statuses = await Promise.all(
        amounts.map((amount) => statusOf(ask(FEE, { ...BASELINE, amount }))),
      );

      return amounts.filter((_, index) => statuses[index] === 200).at(-1);
    },
    shows: { any: 1_000_001, '1000000': 100_001, '100000': 10_000.01, '10000': 10_000 },
  },
  'longest-mtxid': {
    async ask(ask) {
      const lengths = [20, 21, 36, 37, 64, 65, 255, 256];
      const statuses = await Promise.all(
        lengths.map((length) => statusOf(ask(FEE, { ...BASELINE, mTxId: 'x'.repeat(length) }))),
      );

      return lengths.filter((_, index) => statuses[index] === 200).at(-1);
    },
    shows: { any: 256, '255': 255, '64': 64, '36': 36, '20': 20 },
  },
  'mtxid-characters': {
    ask: async (ask) => [
      await statusOf(ask(FEE, { ...BASELINE, mTxId: 'order_1-A' })),
      await statusOf(ask(FEE, { ...BASELINE, mTxId: 'order 1' })),
    ],
    shows: { any: [200, 200], plain: [200, 422] },
  },
  'update-to-another-card': {
    ask: async (ask) => statusOf(ask(FEE, { ...BASELINE, nicn: '411111', sTxId: await opened(ask) })),
    shows: { take: 200, refuse: 422 },
  },
  'longest-text': {
    ask: (ask) =>
      longest([32, 33, 50, 51, 255, 256, 1000, 1001], (length) =>
        ask(FEE, { ...BASELINE, campaign: ['a', 'x'.repeat(length)] }),
      ),
    shows: { any: 1001, '1000': 1000, '255': 255, '50': 50, '32': 32 },
  },
  'longest-authcode': {
    ask: async (ask) => {
      const sTxId = await opened(ask);

      return longest([32, 33, 50, 51, 255, 256, 1000, 1001], (length) =>
        ask(SALE, { sTxId, authCode: '価'.repeat(length) }),
      );
    },
    shows: { any: 1001, '1000': 1000, '255': 255, '50': 50, '32': 32 },
  },
  'empty-texts': {
    ask: async (ask) => {
      const sTxId = await opened(ask);

      return Promise.all([
        statusOf(ask(FEE, { ...BASELINE, data: ['a', ''] })),
        statusOf(ask(FEE, { ...BASELINE, campaign: [' '] })),
        statusOf(ask(SALE, { sTxId, authCode: '' })),
      ]);
    },
    shows: { take: [200, 200, 200], refuse: [422, 200, 422], 'refuse-blank': [422, 422, 422] },
  },
  'control-characters': {
    ask: async (ask) => {
      const sTxId = await opened(ask);

      return Promise.all([
        statusOf(ask(FEE, { ...BASELINE, data: ['a\nb'] })),
        statusOf(ask(FEE, { ...BASELINE, campaign: ['\u0000'] })),
        statusOf(ask(SALE, { sTxId, authCode: '\u0000' })),
      ]);
    },
    shows: { take: [200, 200, 200], 'refuse-null': [200, 422, 422], refuse: [422, 422, 422] },
  },
  'most-texts': {
    ask: (ask) =>
      longest([5, 6, 10, 11, 20, 21], (length) =>
        ask(FEE, { ...BASELINE, data: Array.from({ length }, () => 'x') }),
      ),
    shows: { any: 21, '20': 20, '10': 10, '5': 5 },
  },
  'largest-body': {
    ask: (ask) =>
      longest([1024, 1025, 2048, 2049, 8192, 8193, 65_536, 65_537], (bytes) =>
        ask(FEE, JSON.stringify(BASELINE).padEnd(bytes)),
      ),
    shows: { any: 65_537, '65536': 65_536, '8192': 8192, '2048': 2048, '1024': 1024 },
  },
  'rate-limiting': {
    async ask(ask) {
      const answers = [];
      for (let count = 1; count <= 100; count += 1) answers.push(await ask(FEE, BASELINE));

      return answers
        .filter(({ status }) => status !== 200)
        .map(({ status, headers }) => [status, headers['retry-after']]);
    },
    shows: {
      none: [],
      '429': [
        [429, '0'],
        [429, '0'],
      ],
      '503': [
        [503, '0'],
        [503, '0'],
      ],
    },
  },
};

/** An empty header means that the probe leaves it out. */
const withoutEmpty =
  (
    ask: (path: string, body: unknown, headers: Readonly<Record<string, string>>) => Promise<InjectedAnswer>,
    headers: Readonly<Record<string, string>>,
  ): Ask =>
  (path, body, own = {}) =>
    ask(
      path,
      body,
      Object.fromEntries(Object.entries({ ...headers, ...own }).filter(([, value]) => value !== '')),
    );

async function probe(name: ChoiceName, choices: Choices): Promise<unknown> {
  await using mock = await createMock({ choices });
  const ask = withoutEmpty((path, body, headers) => mock.inject({ path, body, headers }), {
    'content-type': 'application/json',
    'x-requested-with': 'xhr',
    authorization: `Bearer ${mock.token()}`,
  });

  // Awaited here: the mock is closed at the end of this function.
  return await PROBES[name].ask(ask);
}

const ALL = CHOICE_NAMES.flatMap((name) => optionsOf(name).map((option) => [name, option] as const));

describe('each option', () => {
  it.each(ALL)('%s=%s shows in a response', async (name, option) => {
    const shows: Readonly<Record<string, unknown>> = PROBES[name].shows;

    expect(await probe(name, { [name]: option })).toEqual(shows[option]);
  });

  it.each(CHOICE_NAMES)('%s: the first is the default', async (name) => {
    const shows: Readonly<Record<string, unknown>> = PROBES[name].shows;

    expect(await probe(name, {})).toEqual(shows[defaultOf(name)]);
  });
});

describe('a second sale', () => {
  it.each([
    ['replace', 'second'],
    ['keep', 'first'],
    ['refuse', 'first'],
  ] as const)('%s: the ledger has the right sale', async (option, authCode) => {
    const ledger = createMemoryLedger();
    await using mock = await createMock({ ledger, choices: { 'second-sale': option } });
    const ask = asking(mock);
    const sTxId = await sold(ask, 'first');
    await ask(SALE, { sTxId, authCode: 'second' });

    expect(await ledger.find('one', { sTxId })).toMatchObject({ transaction: { sale: { authCode } } });
  });
});

describe('an expired token', () => {
  it.each([
    [1_000_000_000, 'a JWT that expired at 2001-09-09T01:46:40.000Z'],
    [-1e20, 'a JWT that expired at an out-of-range time'],
    ['soon', 'a JWT whose claim exp is not a number'],
    [{}, 'a JWT whose claim exp is not a number'],
    [null, 'a JWT whose claim exp is not a number'],
  ])('is refused for an exp of %j', async (exp, got) => {
    await using mock = await createMock({ choices: { 'expired-token': 'refuse' } });
    const claims = Buffer.from(JSON.stringify({ exp })).toString('base64url');
    const authorization = `bearer  eyJhbGciOiJub25lIn0.${claims}. `;
    const answer = await asking(mock)(FEE, BASELINE, { authorization });

    expect([answer.status, fieldsOf(answer)['violations']]).toEqual([
      401,
      [expect.objectContaining({ got, expected: 'Bearer and a token that has not expired' })],
    ]);
    expect(answer.headers['www-authenticate']).toMatch(/error="invalid_token", error_description="[\w ]+"$/);
  });

  it('is refused for its exp only: a token without one is accepted, another scheme is not', async () => {
    await using mock = await createMock({ choices: { 'expired-token': 'refuse' } });
    const ask = asking(mock);
    const answer = await ask(FEE, BASELINE, { authorization: EXPIRED.replace('Bearer', 'Basic') });

    expect((await ask(FEE, BASELINE)).status).toBe(200);
    expect(fieldsOf(answer)['violations']).toEqual([
      expect.objectContaining({ got: 'a value of another form' }),
    ]);
  });
});

describe('a partial update', () => {
  it.each(['take', 'keep', 'refuse'] as const)(
    'is completed before the mock checks for a sale: update-after-sale=%s',
    async (option) => {
      await using mock = await createMock({
        choices: { 'partial-update': 'keep', 'update-after-sale': option },
      });
      const ask = asking(mock);
      await ask(FEE, { ...BASELINE, mTxId: 'order-1' });
      await ask(SALE, { mTxId: 'order-1' });

      expect((await ask(FEE, { mTxId: 'order-1' })).status).toBe(option === 'refuse' ? 422 : 200);
      expect((await ask(FEE, { mTxId: 'unknown' })).status).toBe(422);
    },
  );
});

describe('a default option', () => {
  it('gives the same responses as a mock without choices', async () => {
    const bodies = [BASELINE, { ...BASELINE, nicn: '4' }, '{', { ...BASELINE, sTxId: 'unknown' }];
    await using withDefault = await createMock({ choices: { 'success-status': '200' } });
    await using plain = await createMock();
    const [one, other] = [asking(withDefault), asking(plain)];
    const shown = ({ status, headers, text }: InjectedAnswer) => ({
      status,
      type: headers['content-type'],
      text: text.replaceAll(/[0-9a-f]{32}|"instance":"[^"]*"/g, ''),
      choices: headers['tollgate-choices'],
    });

    for (const body of bodies) expect(shown(await one(FEE, body))).toEqual(shown(await other(FEE, body)));
    expect(shown(await one(FEE, BASELINE, { authorization: 'Bearer x' }))).toEqual(
      shown(await other(FEE, BASELINE, { authorization: 'Bearer x' })),
    );
  });
});

describe('the list of choices', () => {
  it('has the choices of the contract and no others', () => {
    expect(Object.keys(CHOICE_BEHAVIORS).toSorted()).toEqual([...CHOICE_NAMES].toSorted());
  });

  it.each(CHOICE_NAMES)('%s has the options of the contract, and asks one question', (name) => {
    const { question, section, options } = CHOICES[name];

    expect(Object.keys(CHOICE_BEHAVIORS[name]).toSorted()).toEqual([...optionsOf(name)].toSorted());
    expect(question).toMatch(/^[A-Z][^?]+\?$/);
    expect(section).toMatch(/^[1-9](\.\d)?$/);
    for (const [option, meaning] of options) {
      expect(option).toMatch(/^[a-z0-9-]+$/);
      expect(meaning).toMatch(/^.+\.$/);
    }
  });

  it.each(CHOICE_NAMES)('%s: the default option has no behavior', (name) => {
    const options: Readonly<Record<string, () => Behavior>> = CHOICE_BEHAVIORS[name];

    expect(options[defaultOf(name)]?.()).toEqual({});
  });

  it('refuses unknown choices and options by name', async () => {
    const unknown = { 'no-such-choice': 'yes' } as object;
    const option = { refusal: 'shout' } as object;

    await expect(createMock({ choices: unknown })).rejects.toMatchObject({
      code: 'unknown-choice',
      message: 'choices: expected the name of a choice, got no-such-choice',
    });
    await expect(createMock({ choices: option })).rejects.toMatchObject({
      code: 'unknown-choice',
      message: 'choices: refusal: expected one of its options, got "shout"',
    });
  });
});
