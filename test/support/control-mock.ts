/** Sends control requests to a mock in this process. */
import { expect } from 'vitest';
import type { InjectedRequest, Mock } from '../../src/mock/index.ts';
import { fieldsOf } from './ask-mock.ts';

export type Value = Readonly<Record<string, unknown>>;

/** Sends a control request, with a path below /_tollgate. */
export async function control(mock: Pick<Mock, 'inject'>, path: string, more: Partial<InjectedRequest> = {}) {
  return mock.inject({ method: 'GET', ...more, path: `/_tollgate${path}` });
}

export async function get(mock: Pick<Mock, 'inject'>, path: string): Promise<Value> {
  const answer = await control(mock, path);
  expect([path, answer.status]).toEqual([path, 200]);

  return fieldsOf(answer);
}

export const post = (body: unknown): Partial<InjectedRequest> => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
});

export async function entriesOf(mock: Pick<Mock, 'inject'>, query = ''): Promise<readonly Value[]> {
  return (await get(mock, `/journal${query}`))['entries'] as readonly Value[];
}
