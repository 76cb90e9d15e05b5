/** Deployments that go wrong by connection: they leave a body unread, keep state, or misread chunks. */
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { ReportRule } from '../../conformance/report/report.ts';
import { REPORTERS } from '../../conformance/report/reporters.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { parseJsonObject } from '../../src/text/json-object.ts';
import { type Asked, listenBehind, ordinary } from './hostile/hostile.ts';
import { judgeAt } from './judge.ts';

const SURVIVES: RuleId = 'robustness/survives-malformed-input';

type Write = (asked: Asked) => Promise<void>;

async function judgeConnections(write: Write, ...rules: readonly RuleId[]) {
  await using server = await listenBehind(write);
  const report = await judgeAt(server.url, {
    limits: { timeout: 2000 },
    selects: (id) => rules.includes(id),
  });

  return { report, ruleOf: (id: RuleId): ReportRule => report.rules.find((rule) => rule.id === id)! };
}

/** Keeps something for each connection. */
function createMemory<T>() {
  const memory = new WeakMap<Socket, T>();

  return {
    get: (socket: Socket) => memory.get(socket),
    set: (socket: Socket, value: T) => void memory.set(socket, value),
    take(socket: Socket) {
      const value = memory.get(socket);
      memory.delete(socket);

      return value;
    },
  };
}

const GARBAGE = { status: 400, type: 'text/plain', text: 'Bad request line' };

/** Refuses before the body is read, which the next request on the connection then begins with. */
function leavesBody(isRefused: (status: number) => boolean): Write {
  const unread = createMemory<true>();

  return async ({ socket, answer }) => {
    if (unread.take(socket)) return void socket.end(ordinary(GARBAGE, ['connection: close']));
    const right = await answer();
    if (isRefused(right.status)) unread.set(socket, true);
    socket.write(ordinary(right));
  };
}

describe('a body that is left unread', () => {
  test.each([
    ['without a token', 401],
    ['by PUT', 405],
    ['of malformed JSON', 422],
  ])('by the refusal of a call %s is found, with a command for one connection', async (_, status) => {
    const { report, ruleOf } = await judgeConnections(
      leavesBody((other) => other === status),
      SURVIVES,
    );
    const { outcome, reason, counterexample } = ruleOf(SURVIVES);
    const [first, last] = counterexample?.steps ?? [];

    expect(report.verdict).toBe('nonconformant');
    expect([outcome, reason]).toEqual([
      'fail',
      expect.stringMatching(/^over one connection, expected a fee/),
    ]);
    expect(counterexample).toMatchObject({ connection: 'one', steps: { length: 2 } });
    expect(first?.response).toMatchObject({ status });
    expect(last?.curl).toContain(' --next ');
    expect(REPORTERS['text']!(report)).toContain('minimal reproduction (needs one connection):');
  });

  test('is fine where the connection is closed', async () => {
    const { report } = await judgeConnections(async ({ socket, answer }) => {
      const right = await answer();
      if (right.status === 401 || right.status === 405) socket.end(ordinary(right));
      else socket.write(ordinary(right));
    }, SURVIVES);

    expect(report.verdict).toBe('conformant');
  });
});

describe('a body in chunks', () => {
  const isChunked = ({ head }: Asked) => /\r\ntransfer-encoding: chunked/i.test(head);
  const on =
    (write: Write): Write =>
    async (asked) =>
      isChunked(asked) ? write(asked) : void asked.socket.write(ordinary(await asked.answer()));

  test.each([411, 400, 501])('may be refused with %i', async (status) => {
    const { report } = await judgeConnections(
      on(async ({ socket }) => void socket.end(ordinary({ ...GARBAGE, status }, ['connection: close']))),
      SURVIVES,
      'robustness/answers-in-time',
      'robustness/no-server-error-on-bad-input',
    );

    expect(report).toMatchObject({ verdict: 'conformant', counts: { fail: 0 } });
  });

  test('is not left without an answer', async () => {
    const { ruleOf } = await judgeConnections(
      on(async () => {}),
      'robustness/answers-in-time',
      SURVIVES,
    );
    const { outcome, counterexample } = ruleOf('robustness/answers-in-time');

    expect(outcome).toBe('fail');
    expect(counterexample?.steps.at(-1)?.curl).toContain("-H 'Transfer-Encoding: chunked'");
  });

  test('has the fee of the whole body', async () => {
    const body = JSON.stringify({ amount: 1, nicn: '424242', region: '85004' });
    const { ruleOf } = await judgeConnections(
      on(async ({ socket, answer }) => void socket.write(ordinary(await answer({ body })))),
      SURVIVES,
    );

    expect(ruleOf(SURVIVES)).toMatchObject({
      outcome: 'fail',
      reason: expect.stringContaining('in chunks the same fee'),
    });
  });
});

describe('state that is kept for each connection', () => {
  /** The token of the first request on a connection counts for all of them. */
  function keepsToken(): Write {
    const tokens = createMemory<string>();

    return async ({ socket, head, answer }) => {
      const own = /\r\nauthorization: *([^\r]*)/i.exec(head)?.[1] ?? '';
      const kept = tokens.get(socket) ?? own;
      tokens.set(socket, kept);
      const changed = `${head.replace(/\r\nauthorization: [^\r]*/i, '')}\r\nauthorization: ${kept}`;
      socket.write(ordinary(await answer({ head: changed })));
    };
  }

  test('is part of the counterexample, which sends all calls over one connection', async () => {
    const { ruleOf } = await judgeConnections(keepsToken(), 'processor/required-with-several');
    const { outcome, counterexample } = ruleOf('processor/required-with-several');
    const tokens = counterexample?.steps.map(({ request }) => request.headers['authorization']);

    expect([outcome, counterexample?.connection]).toEqual(['fail', 'one']);
    expect(tokens).toEqual(['Bearer $TOLLGATE_TOKEN', 'Bearer $TOLLGATE_TOKEN_SEVERAL']);
  });

  /** Finds only the transactions that were opened on the connection. */
  function keepsTransactions(): Write {
    const opened = createMemory<Set<unknown>>();

    return async ({ socket, body, answer }) => {
      const known = opened.get(socket) ?? new Set();
      opened.set(socket, known);
      const fields = parseJsonObject(body);
      const isForeign = fields?.['sTxId'] !== undefined && !known.has(fields['sTxId']);
      const right = await answer(isForeign ? { body: JSON.stringify({ ...fields, sTxId: 'none' }) } : {});
      known.add(parseJsonObject(right.text)?.['sTxId']);
      socket.write(ordinary(right));
    };
  }

  test('and missing on another one is found by sending each call over its own', async () => {
    const rule = 'identity/update-by-stxid-keeps-stxid';
    const { ruleOf } = await judgeConnections(
      keepsTransactions(),
      rule,
      'opaque/campaign-and-data-are-opaque',
    );
    const { outcome, counterexample } = ruleOf(rule);

    expect(outcome).toBe('fail');
    expect(counterexample?.connection).toBeUndefined();
  });

  /** Prices each call with the amount of the first call on its connection. */
  function keepsAmount(): Write {
    const amounts = createMemory<unknown>();

    return async ({ socket, body, answer }) => {
      const fields = parseJsonObject(body);
      const amount = amounts.get(socket) ?? fields?.['amount'];
      amounts.set(socket, amount);
      const isPriced = typeof fields?.['amount'] === 'number';
      socket.write(ordinary(await answer(isPriced ? { body: JSON.stringify({ ...fields, amount }) } : {})));
    };
  }

  test('is found in the fee of an update, with a command for one connection', async () => {
    const rule = 'identity/update-recalculates-fee';
    const { ruleOf } = await judgeConnections(keepsAmount(), rule);
    const { outcome, reason, counterexample } = ruleOf(rule);

    expect([outcome, reason]).toEqual(['fail', expect.stringMatching(/^over one connection, expected/)]);
    expect(counterexample).toMatchObject({ connection: 'one', steps: { length: 2 } });
  });

  test.each([
    ['of an A/B test', [1, 0.9]],
    ['of one server in three with other prices', [1, 0.9, 1]],
    ['of another server in three with other prices', [1, 1, 0.9]],
    ['of the first server in three with other prices', [0.9, 1, 1]],
  ])('may be the phase %s', async (_, factors) => {
    const phases = createMemory<number>();
    let opened = 0;
    const { ruleOf } = await judgeConnections(async ({ socket, body, answer }) => {
      const phase = phases.get(socket) ?? ++opened % factors.length;
      phases.set(socket, phase);
      const fields = parseJsonObject(body);
      const amount = Number(fields?.['amount']) * (factors[phase] ?? 1);
      socket.write(ordinary(await answer(amount > 0 ? { body: JSON.stringify({ ...fields, amount }) } : {})));
    }, 'identity/update-recalculates-fee');

    // Which calls share a connection is chance: where no two fees differ, the rule passes.
    expect(['skipped', 'pass']).toContain(ruleOf('identity/update-recalculates-fee').outcome);
  });
});
