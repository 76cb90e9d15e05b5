/** Whatever comes over the wire is answered well or not at all, nothing hangs, and the mock goes on as if nothing had been. */
import { expect, test } from 'vitest';
import type { Problem } from '../../src/contract/types.ts';
import { startMock } from '../../src/mock/index.ts';
import { BASELINE, FEE, posting } from '../support/ask-mock.ts';
import { answersIn, createChance, type Heard, mangled, type Talk, talk } from './talk.ts';

const SEED = Number(process.env['SEED'] ?? 20_260_101);
const SEQUENCES = 5000;
/** How many connections there are at a time. */
const LANES = 40;
/** After how many sequences of a lane a right request is sent. */
const CHECK = 25;
/** In milliseconds: some seconds of work, on a machine that may be busy with other things. */
const PATIENCE = 300_000;

/** What no answer may give away. */
const INSIDE = /node_modules|\.[jt]s\b|\bat \S+ \(|\/(?:src|home|work|tmp|usr)\//;

test(`${SEQUENCES} byte sequences are each answered with HTTP and problems, or closed (SEED=${SEED})`, {
  timeout: PATIENCE,
}, async () => {
  const bugs: unknown[] = [];
  await using mock = await startMock({ onBug: (error) => bugs.push(error) });
  const port = Number(new URL(mock.url).port);
  const token = mock.token();
  const statuses = new Map<number, number>();

  const sendMangled = async (number: number) => {
    const bytes = mangled(createChance(SEED ^ Math.imul(number, 0x9e3779b1)), token);
    const said = await talk(port, bytes, {
      halfClose: number % 2 === 0 ? 'at once' : 'when it hears something',
    });
    const wrong = judge(said);
    if (wrong !== undefined)
      throw new Error(
        `sequence ${number}: ${wrong}\n${JSON.stringify(bytes.toString('latin1').slice(0, 500))}`,
      );
    for (const { status } of said.end === 'ended' ? answersIn(said.heard) : [])
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const lane = async (first: number) => {
    for (let number = first; number < SEQUENCES; number += LANES) {
      await sendMangled(number);
      if (Math.floor(number / LANES) % CHECK === 0) expect(await statusOfRight(mock.url, token)).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));

  expect(bugs).toEqual([]);
  expect(await statusOfRight(mock.url, token)).toBe(200);
  // Otherwise it would have tested less than it seems.
  for (const status of [200, 400, 401, 404, 405, 415, 417, 422, 431, 501, 503])
    expect(statuses.get(status) ?? 0, `answers of status ${status}`).toBeGreaterThan(0);
});

/** What is wrong with what a client heard, in words. */
function judge({ heard, end }: Talk): string | undefined {
  if (end === 'open') return 'the connection stayed open';
  // A connection that was reset may have lost the end of what was said.
  if (end === 'broken') return undefined;
  let answers: readonly Heard[];
  try {
    answers = answersIn(heard);
  } catch (error) {
    return String(error);
  }

  return answers.map(judgeAnswer).find((wrong) => wrong !== undefined);
}

function judgeAnswer({ status, headers, body }: Heard): string | undefined {
  if (headers['request-id'] === undefined) return `no Request-Id with ${status}`;
  if (INSIDE.test(body)) return `something of the inside: ${body}`;
  if (status < 300) return undefined;
  if (headers['content-type'] !== 'application/problem+json')
    return `${status} as ${headers['content-type']}`;
  const problem = JSON.parse(body) as Problem;

  return problem.status === status && problem.instance === headers['request-id']
    ? undefined
    : `another problem: ${body}`;
}

async function statusOfRight(url: string, token: string): Promise<number> {
  const answer = await posting(url, token)(FEE, BASELINE);
  await answer.arrayBuffer();

  return answer.status;
}
