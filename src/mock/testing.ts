/** How the mock's own tests ask a mock: the right headers, and a body. */
import type { InjectedAnswer, Mock } from './index.ts';

export const FEE = '/v1/ch';
export const SALE = '/v1/ch/sale';

/** The smallest right fee request. */
export const BASELINE = { amount: 100, nicn: '424242', region: '85004' } as const;

export type Ask = (
  path: string,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<InjectedAnswer>;

/** Asks as one merchant, by default the default one. */
export function asking(mock: Mock, merchant?: string): Ask {
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

/** The members of an answer's JSON object. */
export function fieldsOf(answer: InjectedAnswer): Readonly<Record<string, unknown>> {
  return answer.json() as Readonly<Record<string, unknown>>;
}
