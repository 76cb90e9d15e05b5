import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listenRaw } from '../../test/deployments/listen.ts';
import { type Answer, type OutgoingRequest, toAnswered } from './answer.ts';
import { BudgetSpent } from './budget.ts';
import { createClient } from './client.ts';
import { createPace } from './pace.ts';
import { patienceFor } from './patience.ts';
import { openTransport } from './transport.ts';

const REQUEST: OutgoingRequest = { path: '/v1/ch', token: undefined, body: '{}', mayBeRepeated: true };
const DONE = answered(200);

function answered(status: number, headers: Record<string, string> = {}): Answer {
  return toAnswered({ status, headers, text: '', ms: 1 });
}

function lost(cause: 'reset' | 'timeout' | 'cut-off'): Answer {
  return { kind: 'unanswered', cause, detail: '', ms: 1 };
}

/** The body that a client of no answers is put off for. */
const PUT_OFF = '{"put":"off"}';

/** A client of a deployment that gives these answers in turn, the last one for ever. Patience in milliseconds. */
function clientOf(answers: readonly Answer[], each = 30_000, all = 60_000) {
  const at: number[] = [];
  const transport = {
    send: async ({ body }: OutgoingRequest) => {
      at.push(performance.now());
      if (answers.length === 0) return body === PUT_OFF ? answered(429, { 'retry-after': '0' }) : DONE;

      return answers[Math.min(at.length, answers.length) - 1]!;
    },
    close: async () => {},
  };
  const pace = createPace({ concurrency: 4, timeout: 5000, rate: undefined, maxRequests: 1000 });

  return { client: createClient(transport, pace, { each, all }), at };
}

describe('a deployment that says "later"', () => {
  test.each([
    ['429 in seconds', 429, () => ({ 'retry-after': '1' }), 950],
    ['429 by date', 429, () => ({ 'retry-after': new Date(Date.now() + 2000).toUTCString() }), 900],
    ['429 by a date that is past', 429, () => ({ 'retry-after': new Date(0).toUTCString() }), 0],
    ['429 without saying when', 429, () => ({}), 240],
    ['503 at once', 503, () => ({ 'retry-after': '0' }), 0],
    ['400 at once', 400, () => ({ 'retry-after': '0' }), 0],
  ])('with %s is asked again as it says', async (_, status, headers, atLeast) => {
    const { client, at } = clientOf([answered(status, headers()), DONE]);

    expect(await client.ask(REQUEST)).toEqual(DONE);
    expect(at).toHaveLength(2);
    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(atLeast);
    expect(at[1]! - at[0]!).toBeLessThan(atLeast + 1200);
  });

  test('for ever is throttling, after a few times', async () => {
    const { client, at } = clientOf([answered(429, { 'retry-after': '0' })]);

    expect(await client.ask(REQUEST)).toMatchObject({ kind: 'unanswered', cause: 'throttled' });
    expect(at.length).toBeLessThanOrEqual(20);
  });

  test('to everything is waited for once, and not by each request anew', async () => {
    const { client, at } = clientOf([answered(429, { 'retry-after': '0.2' })], 500);
    const answers = [
      await client.ask(REQUEST),
      ...(await Promise.all(Array(9).fill(REQUEST).map(client.ask))),
    ];

    expect(answers).toEqual(Array(10).fill(expect.objectContaining({ cause: 'throttled' })));
    expect(at.length).toBeLessThanOrEqual(4 + 2 * 9);
  });

  test('and then answers is waited for again', async () => {
    const later = answered(429, { 'retry-after': '0.3' });
    const { client } = clientOf([later, later, DONE, later, DONE], 500);

    expect(await client.ask(REQUEST)).toMatchObject({ cause: 'throttled' });
    expect(await client.ask(REQUEST)).toEqual(DONE);
    expect(await client.ask(REQUEST)).toEqual(DONE);
  });

  test('for an hour is throttling at once', async () => {
    const { client, at } = clientOf([answered(429, { 'retry-after': '3600' })]);

    expect(await client.ask(REQUEST)).toMatchObject({
      cause: 'throttled',
      detail: 'status 429 with a Retry-After of 3600 s, and no more than 10 s are waited for',
    });
    expect(at).toHaveLength(1);
  });

  test('to one request alone, while others are answered, is not waited for as long', async () => {
    const { client, at } = clientOf([]);
    const others = setInterval(() => void client.ask(REQUEST), 5);
    const answer = await client.ask({ ...REQUEST, body: PUT_OFF });
    clearInterval(others);

    expect(answer).toMatchObject({
      cause: 'throttled',
      detail: 'status 429 again and again, while other requests were answered',
    });
    expect(at.length).toBeGreaterThan(6);
  });

  test('again and again is waited for until the patience of the run is used up', async () => {
    const later = answered(429, { 'retry-after': '0.2' });
    const { client, at } = clientOf([later, DONE, later, DONE, later, DONE, later], 30_000, 500);
    const kinds: string[] = [];
    for (let n = 0; n < 4; n++) kinds.push((await client.ask(REQUEST)).kind);

    expect(kinds).toEqual(['answered', 'answered', 'answered', 'unanswered']);
    expect(at).toHaveLength(7);
  });

  test('holds the other requests back as well', async () => {
    const { client, at } = clientOf([answered(429, { 'retry-after': '1' }), DONE]);
    const first = client.ask(REQUEST);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await client.ask(REQUEST);
    await first;

    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(950);
  });

  test.each([503, 400])('says nothing of the kind with %d alone', async (status) => {
    const { client, at } = clientOf([answered(status), DONE]);

    expect(await client.ask(REQUEST)).toMatchObject({ status });
    expect(at).toHaveLength(1);
  });

  test('says nothing of the kind with a success, whatever its headers', async () => {
    const { client, at } = clientOf([answered(200, { 'retry-after': '1' })]);
    await client.ask(REQUEST);

    expect(at).toHaveLength(1);
  });
});

describe('a lost answer', () => {
  test('to a connection that was closed is asked for once more', async () => {
    const { client } = clientOf([lost('reset'), DONE]);

    expect(await client.ask(REQUEST)).toEqual(DONE);
    expect(client.sent).toBe(2);
  });

  test('is lost when the second one is, too', async () => {
    const { client } = clientOf([lost('reset')]);

    expect(await client.ask(REQUEST)).toMatchObject({ cause: 'reset' });
    expect(client.sent).toBe(2);
  });

  test.each(['timeout', 'cut-off'] as const)('by %s is not asked for again', async (cause) => {
    const { client } = clientOf([lost(cause), DONE]);

    expect(await client.ask(REQUEST)).toMatchObject({ cause });
    expect(client.sent).toBe(1);
  });
});

test('a connection that is closed behind each answer without a word loses none', async () => {
  await using server = await listenRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    setTimeout(() => socket.destroy(), 0);
  });
  const transport = openTransport({ url: server.url, headers: {}, connections: 1, timeout: 1000 });
  const client = createClient(
    transport,
    createPace({ concurrency: 1, timeout: 5000, rate: undefined, maxRequests: 100 }),
    patienceFor(100),
  );
  const kinds: string[] = [];
  for (let n = 0; n < 20; n++) kinds.push((await client.ask(REQUEST)).kind);
  await transport.close();

  expect(kinds).toEqual(Array(20).fill('answered'));
});

describe('the pace', () => {
  test('never has more at work than the concurrency allows, and uses all of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 30 }),
        async (limit, tasks) => {
          const pace = createPace({ concurrency: limit, timeout: 5000, rate: undefined, maxRequests: 1000 });
          let now = 0;
          let most = 0;
          await Promise.all(
            Array.from({ length: tasks }, () =>
              pace.take(async () => {
                most = Math.max(most, ++now);
                await new Promise((resolve) => setImmediate(resolve));
                now--;
              }),
            ),
          );

          expect(most).toBe(Math.min(limit, tasks));
        },
      ),
      { numRuns: 30 },
    );
  });

  test('never sends more than the cap, and sends as much', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 20 }), fc.nat({ max: 40 }), async (maxRequests, tasks) => {
        const pace = createPace({ concurrency: 3, timeout: 5000, rate: undefined, maxRequests });
        let sent = 0;
        const results = await Promise.allSettled(
          Array.from({ length: tasks }, () => pace.take(async () => void sent++)),
        );
        const refused = results.filter(({ status }) => status === 'rejected');

        expect(sent).toBe(Math.min(maxRequests, tasks));
        expect(pace.sent).toBe(sent);
        expect(refused.every((one) => 'reason' in one && one.reason instanceof BudgetSpent)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('is slower behind a pause, and what it was after a run of answers', async () => {
    const pace = createPace({ concurrency: 4, timeout: 5000, rate: undefined, maxRequests: 1000 });
    const mostAtOnce = async () => {
      let [now, most] = [0, 0];
      const task = async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setImmediate(resolve));
        now--;
      };
      await Promise.all(Array.from({ length: 12 }, () => pace.take(task)));

      return most;
    };
    for (const _ of [1, 2, 3]) pace.pause(20);
    expect(await mostAtOnce()).toBe(3);
    await new Promise((resolve) => setTimeout(resolve, 30));
    pace.pause(20);
    expect(await mostAtOnce()).toBe(2);
    for (let n = 0; n < 9; n++) pace.goOn();
    expect(await mostAtOnce()).toBe(2);
    for (let n = 0; n < 100; n++) pace.goOn();
    expect(await mostAtOnce()).toBe(4);
  });

  test('goes on after a task that failed', async () => {
    const pace = createPace({ concurrency: 1, timeout: 5000, rate: undefined, maxRequests: 9 });
    const failing = pace.take(() => Promise.reject(new Error('no')));
    const next = pace.take(async () => 'next');

    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
  });

  test('sends no faster than the rate, from the first request on', async () => {
    const pace = createPace({ concurrency: 8, timeout: 5000, rate: 100, maxRequests: 1000 });
    const at: number[] = [];
    await Promise.all(
      Array.from({ length: 31 }, () => pace.take(async () => void at.push(performance.now()))),
    );
    const took = at.at(-1)! - at[0]!;

    // Timers may be a millisecond early each; a thirtieth of a second in all would be a wrong rate.
    expect(took).toBeGreaterThanOrEqual(290);
    expect(took).toBeLessThan(900);
  });
});
