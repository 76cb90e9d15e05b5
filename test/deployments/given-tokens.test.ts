/** Card tokens and unusable tokens of a deployment file: what the suite sends of them, and that no report shows them. */
import { describe, expect, test } from 'vitest';
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { readDeployment } from '../../conformance/deployment/deployment-file.ts';
import { conform } from '../../conformance/index.ts';
import { notTestedByReason } from '../../conformance/report/page.ts';
import { deploymentOf } from './deployment-of.ts';
import { REFERENCE, type ReferenceBehavior, startReference } from './reference.ts';

const CARD_TOKEN = 'tok_4f3aSecretOfTheVault';

/** A service that knows its card tokens. */
const verifying: Partial<ReferenceBehavior> = {
  checkFee: (request, moment, found) =>
    [undefined, CARD_TOKEN].includes(request['cardToken'] as string | undefined)
      ? REFERENCE.checkFee(request, moment, found)
      : 'no such card token',
};

async function judge(behaviour: Partial<ReferenceBehavior>, overrides: Partial<Deployment>, options = {}) {
  await using server = await startReference(behaviour);

  return await conform({ deployment: deploymentOf(server.url, overrides), seed: 1, ...options });
}

describe('a service that verifies card tokens', () => {
  test.each([[[]], [[CARD_TOKEN]]])(
    'is not accused where the deployment file lists %j',
    async (cardTokens) => {
      const report = await judge(
        verifying,
        { cardTokens },
        // The rules whose requests may have a card token.
        {
          effort: 'standard',
          selects: (id: string) => /^(fee-|opaque|multi-pay|identity\/(state|up))/.test(id),
        },
      );
      const omitted = notTestedByReason(report).filter(({ reason }) => reason.includes('cardTokens'));

      expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
      // The rule passed with the other fields.
      for (const { reason } of omitted) expect(reason).toMatch(/^tested in part: no deployment file /);
      expect(omitted.flatMap(({ names }) => names)).toEqual(
        cardTokens.length > 0 ? [] : ['fee-request/accepts-each-optional-field'],
      );
    },
  );

  test('is accused where it refuses one that the deployment file lists, and no report shows that', async () => {
    const report = await judge(
      {
        checkFee: (request, ...rest) =>
          request['cardToken'] ? CARD_TOKEN : REFERENCE.checkFee(request, ...rest),
      },
      { cardTokens: [CARD_TOKEN] },
      { selects: (id: string) => id === 'fee-request/accepts-each-optional-field' },
    );
    const [rule] = report.rules.filter(({ outcome }) => outcome === 'fail');

    expect(rule?.id).toBe('fee-request/accepts-each-optional-field');
    expect(rule?.counterexample?.case).toMatchObject({ calls: [{ body: { cardToken: '{c1}' } }] });
    expect(rule?.counterexample?.steps.at(-1)?.curl).toContain(`"cardToken":"'"$TOLLGATE_CARD_TOKEN"'"`);
    expect(JSON.stringify(report)).not.toContain(CARD_TOKEN);
  });
});

test('a cardToken in place of nicn is found without any card token in the deployment file', async () => {
  const report = await judge(
    {
      normalizeRequest: (request) =>
        request['nicn'] === undefined && request['cardToken'] ? { ...request, nicn: '424242' } : request,
    },
    { cardTokens: [] },
    { selects: (id: string) => id === 'fee-request/requires-nicn' },
  );

  expect(report.rules.find(({ id }) => id === 'fee-request/requires-nicn')?.outcome).toBe('fail');
});

describe('the tokens expired and foreign of a deployment file', () => {
  const tokens = { expired: 'expired-token-of-one', foreign: 'foreign-token-of-another' };
  const selects = (id: string) => id.startsWith('auth/') || id === 'observe/expired-token';

  test('are sent, and refused by a right service', async () => {
    const report = await judge({}, { tokens }, { selects });

    expect(report.rules.find(({ id }) => id === 'auth/refuses-invalid-token')?.outcome).toBe('pass');
    expect(report.choices['expired-token']).toBe('refuse');
  });

  test('are shown by no report of a service that accepts them', async () => {
    const knows: ReferenceBehavior['authenticate'] = (token) =>
      Object.values(tokens).includes(String(token)) ? 'one' : REFERENCE.authenticate(token);
    const report = await judge({ authenticate: knows }, { tokens }, { selects });
    const rule = report.rules.find(({ id }) => id === 'auth/refuses-invalid-token');

    expect(rule?.outcome).toBe('fail');
    expect(rule?.counterexample?.steps[0]?.curl).toContain('Bearer $TOLLGATE_TOKEN_FOREIGN');
    expect(report.choices['expired-token']).toBe('take');
    expect(JSON.stringify(report)).not.toMatch(/expired-token-of-one|foreign-token-of-another/);
  });
});

describe('a deployment file', () => {
  const read = (text: string) => readDeployment(`url: https://fees.test\n${text}`, 'a.yaml', {}, {});

  test('has them', () => {
    const text = 'cardTokens: [tok_test_1]\ntokens: { expired: old, foreign: other }\n';

    expect(read(text)).toMatchObject({
      cardTokens: ['tok_test_1'],
      tokens: { expired: 'old', foreign: 'other' },
    });
  });

  test.each([
    ['cardTokens: [1]\n', 'a.yaml:2:14: cardTokens[0]: expected a token as a string'],
    [
      'tokens: { expierd: geheim }\n',
      'a.yaml:2:20: tokens.expierd: expected one of the keys expired, foreign, got expierd: did you mean expired?',
    ],
    [
      'merchants: { one: { token: geheim } }\ntokens: { foreign: geheim }\n',
      'a.yaml: tokens.foreign: expected another token than those of the merchants, got one of them',
    ],
  ])('that is wrong about them is refused: %j', (text, message) => {
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).not.toThrow('geheim');
  });
});
