/** A deployment that stops answering, or that one kind of call kills or breaks, is named once and soon; a sound one is not accused. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { DEPLOYMENT_DEFAULTS } from '../../conformance/deployment/deployment.ts';
import type { Report } from '../../conformance/report/report.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { sampled, testOnce } from '../support/sampled.ts';
import { CALLS, CRASHING, DEADLY, type Hanging, INNOCENT, on, SILENT, startMortal } from './hanging.ts';
import { failedIn, type JudgeOptions, judge, judgeAt, type Make } from './judge.ts';
import { type Fields, REFERENCE, type ReferenceBehavior } from './reference.ts';

async function judgeHanging({ start }: Hanging, options: JudgeOptions = {}): Promise<Report> {
  await using server = await start();

  return await judgeAt(server.url, options);
}

/** The rules, observations aside, that are left open for answers that did not come. */
function openIn({ rules }: Report): readonly string[] {
  return rules
    .filter(({ level }) => level !== 'observe')
    .filter(
      ({ outcome, reason }) => outcome === 'unstable' || (outcome === 'skipped' && /answer/.test(reason)),
    )
    .map(({ id, reason }) => `${id}: ${reason}`);
}

function expectGone(report: Report, { isDeadly }: Hanging): void {
  const gone = report.rules.find(({ id }) => id === 'robustness/survives-malformed-input');
  const steps = gone?.counterexample?.steps ?? [];

  expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1, counts: { broken: 0 } });
  expect(failedIn(report)).toEqual(['robustness/survives-malformed-input']);
  expect(openIn(report)).toEqual([]);
  expect(report.rules.some(({ outcome }) => outcome === 'blocked')).toBe(true);
  // Few are waited for, however long the rest of the run takes.
  expect(report.latencies?.unanswered ?? 0).toBeLessThan(60);
  // The last ten, and the baseline.
  expect(steps.length).toBeGreaterThan(1);
  expect(steps.length).toBeLessThanOrEqual(11);
  if (isDeadly !== undefined) expect(steps.some(({ request }) => isDeadly(request.body))).toBe(true);
}

const OTHERWISE: readonly [name: string, options: JudgeOptions][] = [
  ['at effort quick', { effort: 'quick' }],
  ['at effort deep', { effort: 'deep' }],
  ['one request at a time', { limits: { concurrency: 1 } }],
  ['with the default time limit', { limits: DEPLOYMENT_DEFAULTS.limits }],
];

const LOCKED = DEADLY[0]!;
/** Short, since each lost answer is waited for. */
const CUT = { timeout: 1000 };

async function expectSilence(silent: Hanging): Promise<void> {
  const report = await judgeHanging(silent, { limits: CUT });
  const { isDeadly = () => true, fails = 'robustness/answers-in-time' } = silent;
  const failed = report.rules.find(({ id }) => id === fails);
  const steps = failed?.counterexample?.steps ?? [];

  expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1, counts: { broken: 0 } });
  expect(failedIn(report)).toEqual([fails]);
  expect(report.latencies?.unanswered ?? 0).toBeLessThan(300);
  expect(steps.some(({ request }) => isDeadly(request.body))).toBe(true);
}

describe.concurrent('a deployment', () => {
  test.each(sampled(DEADLY, 1))('that $name fails one rule, with the last calls', async (deadly) => {
    expectGone(await judgeHanging(deadly, { limits: CUT }), deadly);
  });

  test.each(sampled(OTHERWISE, 0))(`that ${LOCKED.name} does so too %s`, async (_, options) => {
    expectGone(await judgeHanging(LOCKED, { ...options, limits: { ...CUT, ...options.limits } }), LOCKED);
  });

  test.each(sampled(SILENT, 0))('that $name fails one rule', expectSilence);

  test.each(sampled(INNOCENT, 0))('that $name is conformant', async (innocent) => {
    const report = await judgeHanging(innocent);

    expect(report).toMatchObject({ verdict: 'conformant', summary: expect.any(String) });
    expect(failedIn(report)).toEqual([]);
  });
});

/** Not beside others: it answers between its restarts, and its time is short. */
test.each(sampled(CRASHING, 0))('a deployment that $name fails one rule', expectSilence);

const REACHED = Object.entries(CALLS).flatMap(([name, { is, quick }]) =>
  ([...(quick ? ['quick' as const] : []), 'standard'] as const).map((effort) => [name, effort, is] as const),
);

/** The rules that send these calls, and the ones on answers: the others are most of a run, and have no part in this. */
const selects = (id: RuleId) => !/^(opaque|region|country|multi-pay|processor|identity\/(?!state))/.test(id);

describe.concurrent('dies for good of', () => {
  test.each(sampled(REACHED, 1))('%s, at effort %s', async (_, effort, is) => {
    await using server = await startMortal(is());
    const report = await judgeAt(server.url, { effort });
    const death = report.rules.find(({ id }) => id === 'robustness/survives-malformed-input');

    expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1, counts: { broken: 0 } });
    expect(death).toMatchObject({ outcome: 'fail' });
    expect(death?.counterexample?.got).toContain('ECONNREFUSED');
    // The deadly call is among those that are shown.
    const call = is();
    const shown = death?.counterexample?.steps.map(({ request }) => request) ?? [];
    expect(shown.length).toBeGreaterThan(1);
    if (!String(is).includes('sold'))
      expect(
        shown.some(({ method, url, headers, body }) =>
          call({ method, url, headers: lower(headers) } as unknown as IncomingMessage, body),
        ),
      ).toBe(true);
  });
});

function lower(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

test.concurrent.each(sampled(REACHED, 0))(
  'answers with a server error %s, at effort %s',
  async (name, effort, is) => {
    const report = await judge(
      on(is(), (response) => response.writeHead(500).end()),
      { effort, selects },
    );
    const failed = report.rules.find(({ id }) => id === 'robustness/no-server-error-on-bad-input');

    expect(report.verdict).toBe('conformant');
    expect(failed).toMatchObject({ outcome: 'fail' });
    if (name === 'a second sale') expect(failed?.counterexample?.steps.length).toBeGreaterThan(2);
  },
);

// A service that puts off a call because of others in progress, or loses answers, is not accused; one that refuses it alone too is found.

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

/** Closes the connection in place of an answer, for some milliseconds from the 500th call on. */
const closingFor = (ms: number, isTurn: (call: number) => boolean): Partial<ReferenceBehavior> => {
  let began: number | undefined;

  return {
    intercept({ socket }, _, call) {
      if (call < 500) return false;
      began ??= performance.now();
      const isLost = performance.now() - began < ms && isTurn(call);
      if (isLost) socket.destroy();

      return isLost;
    },
  };
};

/** Closes connections after their answers. */
const closingAfterwards = (close: (socket: Socket) => void): Partial<ReferenceBehavior> => ({
  sendResponse(response, written) {
    const { socket } = response.req;
    response.once('finish', () => close(socket));
    REFERENCE.sendResponse(response, written);
  },
});

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

/** Each loses answers, but not for good. */
const LOSING: readonly { readonly what: string; readonly make: Make }[] = [
  {
    what: 'a closed connection to each call for a quarter of a second, in which it is restarted,',
    make: () => closingFor(250, () => true),
  },
  {
    what: 'a closed connection to every third call of an overloaded second',
    make: () => closingFor(1000, (call) => call % 3 === 0),
  },
  {
    what: 'a connection that is closed after 30 calls, without a word,',
    make() {
      const served = new WeakMap<Socket, number>();

      return closingAfterwards((socket) => {
        const count = (served.get(socket) ?? 0) + 1;
        served.set(socket, count);
        if (count === 30) setImmediate(() => socket.destroy());
      });
    },
  },
  {
    what: 'a connection that a load balancer closes when it is idle for 3 ms',
    make() {
      const timers = new WeakMap<Socket, NodeJS.Timeout>();

      return {
        ...closingAfterwards(
          (socket) =>
            void timers.set(
              socket,
              setTimeout(() => socket.destroy(), 3),
            ),
        ),
        onArrival({ socket }) {
          clearTimeout(timers.get(socket));

          return false;
        },
      };
    },
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
  .flatMap((run) => [...BUSY, ...LOSING].map((service) => ({ ...service, ...run })))
  .filter(
    ({ what, effort }) =>
      effort !== 'deep' || BUSY.some((one) => one.what === what && !what.endsWith('every refusal')),
  );

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

test.each(sampled([0, 4, 9, 14, 20, 26], 1))(
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
