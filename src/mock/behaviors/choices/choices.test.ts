/** Each option of a choice shows in a response, and the first one is the default. */
import { describe, expect, it } from 'vitest';
import { PROBES } from '../../../../test/choices/index.ts';
import { type Ask, asking, BASELINE, FEE } from '../../../../test/support/ask-mock.ts';
import {
  CHOICE_NAMES,
  CHOICES,
  type ChoiceName,
  type Choices,
  defaultOf,
  optionsOf,
} from '../../../contract/choices.ts';
import { createMock, type InjectedAnswer } from '../../index.ts';
import { CHOICE_BEHAVIORS } from './index.ts';

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

    const [, ...others] = optionsOf(name);
    expect(Object.keys(CHOICE_BEHAVIORS[name]).toSorted()).toEqual(others.toSorted());
    expect(question).toMatch(/^[A-Z][^?]+\?$/);
    expect(section).toMatch(/^[1-9](\.\d)?$/);
    for (const [option, meaning] of options) {
      expect(option).toMatch(/^[a-z0-9-]+$/);
      expect(meaning).toMatch(/^.+\.$/);
    }
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
