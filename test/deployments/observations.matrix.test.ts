/** Observations never throw, hang or fail a deployment, and report unknown options as they are. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { sampled, testOnce } from '../support/sampled.ts';
import { judge } from './judge.ts';
import { answering, type ReferenceBehavior } from './reference.ts';

/** The timeout is short, since each unanswered request is waited for. */
const observe = (behavior: Partial<ReferenceBehavior>, selects = isObservation) =>
  judge(behavior, { selects, limits: { timeout: 1500 } });

/** A rule runs as well, so that the run has a verdict. */
const isSale = (id: RuleId) => id === 'sale/accepts-stxid';

/** Requests after which the observations have just started to send their own. */
const STARTED = (await observe({}, isSale)).requests + 6;

function isObservation(id: RuleId): boolean {
  return id.startsWith('observe/');
}

/** Handles every request that comes after the observations have started. */
function after(act: (response: ServerResponse) => unknown): Partial<ReferenceBehavior> {
  return answering((_, call) => call > STARTED, act);
}

const ODD: Readonly<Record<string, () => Partial<ReferenceBehavior>>> = {
  'closes every connection': () => after((response) => response.destroy()),
  'fails every request': () => after((response) => response.writeHead(500).end('no')),
  'rejects the token': () => after((response) => response.writeHead(401).end()),
  'stops responding': () => after(() => {}),
  'redirects to another origin': () =>
    after((response) => response.writeHead(307, { location: 'https://elsewhere.example/' }).end()),
  'responds with plain text': () => after((response) => response.writeHead(200).end('fine')),
  'responds with deeply nested JSON': () =>
    after((response) => response.writeHead(200).end('['.repeat(50_000) + ']'.repeat(50_000))),
  'responds with a huge body': () =>
    after((response) => response.writeHead(400).end(`{"${'x'.repeat(2_000_000)}":1}`)),
};

describe.concurrent('no rule fails when, during the observations, a deployment', () => {
  /** The others still respond. The rules that would report the end of the deployment are not selected here. */
  const STOPS = ['stops responding', 'closes every connection', 'fails every request'];

  test.each(sampled(Object.entries(ODD), 1))('%s', async (name, behaviour) => {
    const hasStopped = STOPS.includes(name);
    const { verdict, exitCode, rules, counts } = await observe(
      behaviour(),
      (id) => isSale(id) || isObservation(id),
    );
    const observations = rules.filter(({ level }) => level === 'observe');

    expect({ verdict, exitCode, broken: counts.broken }).toEqual({
      verdict: hasStopped ? 'inconclusive' : 'conformant',
      exitCode: hasStopped ? 3 : 0,
      broken: 0,
    });
    expect(observations.map(({ outcome }) => outcome)).toContain('skipped');
    expect(observations.filter(({ reason }) => reason === '' || reason.includes('internal error'))).toEqual(
      [],
    );
    // No response of that kind counts as a choice.
    expect(rules.find(({ id }) => id === 'observe/missing-token')?.outcome).toBe('skipped');
  });
});

testOnce('an unknown option is reported as it is, printable, shortened and without secrets', async () => {
  const name = 'x'.repeat(500);
  const { choices, rules } = await observe({
    intercept: ({ headers }, response) => {
      if (headers['x-requested-with'] !== undefined && headers.authorization !== undefined) return false;
      response.writeHead(418, { 'content-type': 'application/teapot; 4242424242424242' });
      response.end(JSON.stringify({ [name]: 1, '\u001b[31m': 2, '4242424242424242': 3 }));

      return true;
    },
  });
  const forms = rules.find(({ id }) => id === 'observe/refusal-forms')?.reason;

  expect(choices).toMatchObject({ 'missing-token': '418', 'missing-x-requested-with': 'refuse' });
  expect(forms).toContain('no token: 418 application/teapot; 424242…');
  expect(forms).not.toMatch(/\d{9}|x{30}/);
  expect(forms).not.toContain('\u001b');
});

testOnce('a sale with another message than ok counts as accepted', async () => {
  const { choices, rules } = await observe({
    saleStatus: 202,
    saleResponse: (body) => ({ ...body, message: 'sale recorded' }),
    updateAfterSale: 'refused',
  });

  expect(choices).toMatchObject({ 'sale-status': '202', 'update-after-sale': 'refuse' });
  expect(rules.find(({ id }) => id === 'observe/sale-status')).toMatchObject({
    outcome: 'observed',
    reason: '202',
  });
});
