/** What the probes of choices share. */

import type { ChoiceName, OptionOf } from '../../src/contract/choices.ts';
import type { InjectedAnswer } from '../../src/mock/index.ts';
import { type Ask, BASELINE, FEE, fieldsOf, SALE } from '../support/ask-mock.ts';

/** Requests that show the option of a mock. */
export interface Probe<N extends ChoiceName> {
  /** Sends them and summarises the responses. */
  readonly ask: (ask: Ask) => Promise<unknown>;
  /** The summary under each option. */
  readonly shows: { readonly [O in OptionOf<N>]: unknown };
}

export const statusOf = async (answer: Promise<InjectedAnswer>) => (await answer).status;
export const opened = async (ask: Ask, fields: object = {}) =>
  String(fieldsOf(await ask(FEE, { ...BASELINE, ...fields }))['sTxId']);
export const sold = async (ask: Ask, authCode = 'first') => {
  const sTxId = await opened(ask);
  await ask(SALE, { sTxId, authCode });

  return sTxId;
};
/** The largest of these sizes, in ascending order, that is accepted. */
export const longest = async (sizes: readonly number[], ask: (size: number) => Promise<InjectedAnswer>) => {
  const statuses = await Promise.all(sizes.map((size) => statusOf(ask(size))));

  return sizes.filter((_, index) => statuses[index] === 200).at(-1);
};
export const BROKEN = { amount: 100, nicn: '4242', region: '85004' };
export const summaryOf = ({ status, headers, text }: InjectedAnswer) => [
  status,
  headers['content-type'],
  text,
];

/** It expired in 2001. */
export const EXPIRED = `Bearer eyJhbGciOiJub25lIn0.${Buffer.from('{"exp":1000000000}').toString('base64url')}.`;
