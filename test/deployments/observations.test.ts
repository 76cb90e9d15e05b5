/** Observing never throws, hangs or accuses, whatever a deployment does; and what it sees is told as it is. */
import { describe, expect, test } from 'vitest';
import { conform } from '../../conformance/index.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { deploymentOf } from './deployment-of.ts';
import { type Behaviour, startReference } from './reference.ts';

async function observe(behaviour: Partial<Behaviour>, selects = isObservation) {
  await using server = await startReference(behaviour);
  const deployment = deploymentOf(server.url);
  const limits = { ...deployment.limits, timeout: 400 };

  return await conform({ deployment: { ...deployment, limits }, selects, seed: 1 });
}

/** A rule is judged as well, so that there is a verdict to leave alone. */
const isSale = (id: RuleId) => id === 'sale/accepts-stxid';

/** After so many requests the observations have only just begun to ask. */
const BEGUN = (await observe({}, isSale)).requests + 6;

function isObservation(id: RuleId): boolean {
  return id.startsWith('observe/');
}

type Intercepts = NonNullable<Behaviour['intercepts']>;

/** Does this to every request from the middle of the observations on. */
function after(act: (response: Parameters<Intercepts>[1]) => void): Partial<Behaviour> {
  let asked = 0;

  return {
    intercepts: (_, response) => {
      const isOver = ++asked > BEGUN;
      if (isOver) act(response);

      return isOver;
    },
  };
}

const ODD: Readonly<Record<string, () => Partial<Behaviour>>> = {
  'falls silent': () => after(() => {}),
  'closes every connection': () => after((response) => response.destroy()),
  'refuses everything': () => after((response) => response.writeHead(500).end('no')),
  'takes the token no more': () => after((response) => response.writeHead(401).end()),
  'leads elsewhere': () =>
    after((response) => response.writeHead(307, { location: 'https://elsewhere.example/' }).end()),
  'answers with no JSON': () => after((response) => response.writeHead(200).end('fine')),
  'answers with deep JSON': () =>
    after((response) => response.writeHead(200).end('['.repeat(50_000) + ']'.repeat(50_000))),
  'answers with something endless': () =>
    after((response) => response.writeHead(400).end(`{"${'x'.repeat(2_000_000)}":1}`)),
};

describe('a deployment that in the middle of it', () => {
  /** In every other way it still answers; the rules that would say that it stopped are not selected here. */
  const STOPS = ['falls silent', 'closes every connection', 'refuses everything'];

  test.each(Object.entries(ODD))('%s is accused of nothing', async (name, behaviour) => {
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
    expect(observations.filter(({ reason }) => reason === '' || reason.includes('stumbled'))).toEqual([]);
    // Nothing that came after it began is taken for a choice.
    expect(rules.find(({ id }) => id === 'observe/missing-token')?.outcome).toBe('skipped');
  });
});

test('what fits no option is told as it is, and what hides in an answer does no harm', async () => {
  const name = 'x'.repeat(500);
  const { choices, rules } = await observe({
    intercepts: ({ headers }, response) => {
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

test('a sale with a message of its own is a sale', async () => {
  const { choices, rules } = await observe({
    saleStatus: 202,
    answersSale: (body) => ({ ...body, message: 'sale recorded' }),
    updateAfterSale: 'refused',
  });

  expect(choices).toMatchObject({ 'sale-status': '202', 'update-after-sale': 'refuse' });
  expect(rules.find(({ id }) => id === 'observe/sale-status')).toMatchObject({
    outcome: 'observed',
    reason: '202',
  });
});
