/** A service that puts off a call because of others in progress, or loses answers, is not accused; one that refuses it alone too is found. */
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { sampled, testOnce } from '../support/sampled.ts';
import { failedIn, type JudgeOptions, judge, type Make } from './judge.ts';
import { type Fields, REFERENCE, type ReferenceBehavior } from './reference.ts';

/** Refuses a call while there are as many others of its kind in progress; undefined belongs to no kind. */
function refusingAbove(
  most: number,
  refuse: (response: ServerResponse) => unknown,
  kindOf: (body: Fields) => string | undefined,
): Make {
  return () => {
    const inProgress = new Map<string, number>();
    const kinds = new WeakMap<ServerResponse, string>();
    let body: Fields = {};

    return {
      // The same turn of the event loop as `intercept`.
      onBody(text) {
        try {
          body = Object(JSON.parse(text));
        } catch {
          body = {};
        }
      },
      intercept(_, response) {
        const kind = kindOf(body);
        if (kind === undefined) return false;
        const others = inProgress.get(kind) ?? 0;
        if (others >= most) {
          refuse(response);

          return true;
        }
        inProgress.set(kind, others + 1);
        kinds.set(response, kind);

        return false;
      },
      delay: () => 2,
      sendResponse(response, raw) {
        const kind = kinds.get(response);
        if (kind !== undefined) inProgress.set(kind, (inProgress.get(kind) ?? 1) - 1);
        REFERENCE.sendResponse(response, raw);
      },
    };
  };
}

const answer = (status: number, text: string) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);

const CONFLICT = JSON.stringify({ error: 'conflict' });

/** Refuses everything with 409 and one text, as it does where a call conflicts with another. */
const REFUSING_WITH_409: Partial<ReferenceBehavior> = {
  refusal: () => ({ status: 409, type: 'application/json', text: CONFLICT }),
};

const transactionOf = ({ sTxId, mTxId }: Fields) => {
  const identifier = sTxId ?? mTxId;

  return identifier === undefined ? undefined : String(identifier);
};

/** Each obeys the document. */
const BUSY: readonly { readonly what: string; readonly make: Make }[] = [
  {
    what: '409 to a call while six others are in progress',
    make: refusingAbove(6, answer(409, CONFLICT), () => 'all'),
  },
  {
    what: '409 to a call while another one of its transaction is in progress',
    make: refusingAbove(1, answer(409, CONFLICT), transactionOf),
  },
  {
    what: '423 without a body to a call while another one of its transaction is in progress',
    make: refusingAbove(1, (response) => response.writeHead(423).end(), transactionOf),
  },
  {
    what: '503 without Retry-After to a call while four others are in progress',
    make: refusingAbove(4, answer(503, ''), () => 'all'),
  },
  {
    what: '409 to a call while six others are in progress, and the same answer as every refusal',
    make: () => ({
      ...refusingAbove(6, answer(409, CONFLICT), () => 'all')(),
      ...REFUSING_WITH_409,
    }),
  },
];

/** Each refuses a valid call that no other call disturbs. */
const NEVER: readonly { readonly what: string; readonly rule: string; readonly make: Make }[] = [
  {
    what: '409 to the second update of a transaction',
    rule: 'identity/update-by-stxid-keeps-stxid',
    make() {
      const updates = new Map<string, number>();

      return {
        ...REFUSING_WITH_409,
        checkUpdate(_, { sTxId }) {
          const before = updates.get(sTxId) ?? 0;
          updates.set(sTxId, before + 1);

          return before % 2 === 1 ? 'the version is an old one' : undefined;
        },
      };
    },
  },
  {
    what: '409 to a call while six others are in progress, and to every sale by an mTxId',
    rule: 'sale/accepts-mtxid',
    make() {
      const busy = refusingAbove(6, answer(409, CONFLICT), () => 'all')();

      return {
        ...busy,
        ...REFUSING_WITH_409,
        checkSale: (request, found) =>
          request['sTxId'] === undefined ? 'never' : REFERENCE.checkSale(request, found),
      };
    },
  },
  {
    what: '503 to every update by an mTxId',
    rule: 'identity/update-by-mtxid-keeps-stxid',
    make: () => ({
      checkUpdate: ({ sTxId }) => (sTxId === undefined ? 'later' : undefined),
      refusal: (reason) => ({ status: reason === 'later' ? 503 : 422, type: undefined, text: '' }),
    }),
  },
];

/**
 * The other efforts, in the thorough run. Where every refusal has the form of a busy service, a run at deep
 * may stay open, since it sends thousands of requests that are refused for good.
 */
const RUNS = (['standard', 'deep'] as const)
  .map((effort) => ({ effort, seed: 2 }))
  .flatMap((run) => BUSY.map((service) => ({ ...service, ...run })))
  .filter(({ what, effort }) => effort !== 'deep' || !what.endsWith('the same answer as every refusal'));

async function accusationsOf(make: Make, options: JudgeOptions) {
  const { verdict, rules } = await judge(make(), options);
  const accused = rules.filter(
    ({ level, outcome }) =>
      outcome === 'fail' || outcome === 'unstable' || (level === 'must' && outcome === 'blocked'),
  );

  return [verdict, ...accused.map(({ id }) => id)];
}

testOnce.each(BUSY)('$what is not accused', async ({ make }) => {
  expect(await accusationsOf(make, { effort: 'quick' })).toEqual(['conformant']);
});

test.each(sampled(RUNS, 0))(
  '$what is not accused, at $effort effort with seed $seed',
  async ({ make, ...run }) => {
    expect(await accusationsOf(make, run)).toEqual(['conformant']);
  },
);

test.each(sampled(NEVER, 0))('$what is found by $rule', async ({ rule, make }) => {
  const report = await judge(make());

  expect(report.verdict).toBe('nonconformant');
  expect(failedIn(report)).toContain(rule);
});

testOnce.each([0, 4, 9, 14, 20, 26])(
  'one answer in 30 lost and one in 30 a 503, counted from %i: conformant, within the few requests of quick effort',
  async (offset) => {
    let requests = offset;
    const { verdict, summary } = await judge(
      {
        intercept(_, response) {
          requests++;
          if (requests % 30 === 0) response.destroy();
          else if (requests % 30 === 15) response.writeHead(503).end();
          else return false;

          return true;
        },
      },
      { seed: offset, effort: 'quick' },
    );

    expect({ verdict, summary }).toMatchObject({ verdict: 'conformant' });
  },
);
