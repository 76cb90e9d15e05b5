/** Sends requests to a mock with the headers that each call needs. */
import type { InjectedAnswer, Mock } from '../../src/mock/index.ts';

export const FEE = '/v1/ch';
export const SALE = '/v1/ch/sale';

/** A valid fee request with only the required fields. */
export const BASELINE = { amount: 100, nicn: '424242', region: '85004' } as const;

export type Ask = (
  path: string,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<InjectedAnswer>;

/** @param merchant whose token the requests carry; the default merchant unless given */
export function asking(mock: Pick<Mock, 'inject' | 'token'>, merchant?: string): Ask {
  const token = mock.token(merchant);

  return (path, body, headers = {}) =>
    mock.inject({
      path,
      body,
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'xhr',
        authorization: `Bearer ${token}`,
        ...headers,
      },
    });
}

/** The members of the JSON object in the response. */
export function fieldsOf(answer: InjectedAnswer): Readonly<Record<string, unknown>> {
  return answer.json() as Readonly<Record<string, unknown>>;
}
