/** Masks tokens, card numbers and other secrets of an exchange: equal values stay equal, and every value keeps its form. */
import { randomBytes } from 'node:crypto';
import { isSecretName } from '../../text/find-secrets.ts';
import { maskAddresses, maskHeader, maskQuery, maskText } from '../../text/mask.ts';
import { maskBody } from '../../text/mask-json.ts';
import { remember } from '../../text/remember.ts';
import type { Exchange } from '../exchange.ts';
import { merchantOf } from '../merchant.ts';
import { createReplacements } from './replacements.ts';

/** What a masker changes; the rest of an exchange stays as it is. */
export interface ExchangeMasker {
  readonly exchange: (exchange: Exchange) => Exchange;
  /** Masks the base address of a service. */
  readonly address: (address: string) => string;
}

/**
 * Creates the masker of one recording. The same key gives the same replacements; by default a key is drawn.
 *
 * Identifiers, amounts, the name of the merchant in a token and a nicn of up to 8 digits stay, so that a masked exchange is judged as the real one.
 *
 * @param merchants names of known merchants, whatever claim of a token has them
 */
export function createExchangeMasker(
  key: string = randomBytes(32).toString('hex'),
  merchants: readonly string[] = [],
): ExchangeMasker {
  const style = createReplacements(key, new Set(merchants));
  // Most fields repeat with every exchange, and masking them takes longer than all else.
  const address = remember((text) => maskAddresses(text, style));
  const plain = remember((text) => maskHeader('', text, style));
  const valueMask = remember((name) => (isSecretName(name) ? style.secret : plain));
  const value = (name: string, given: string) => valueMask(name)(given);
  // A name may hold a card number or a token.
  const headerName = remember((name) => (/\d{4}|\./.test(name) ? maskText(name, style) : name));
  const phrase = remember((text) => maskText(text, style));
  const url = remember((given) => {
    const [path = '', ...query] = given.split('?');

    return query.length === 0
      ? maskAddresses(path, style)
      : `${maskAddresses(path, style)}?${maskQuery(query.join('?'), style)}`;
  });
  const merchant = remember(merchantOf);
  const byName = <V, R>(fields: Readonly<Record<string, V>>, change: (name: string, value: V) => R) => {
    const masked: Record<string, R> = {};
    for (const name of Object.keys(fields)) masked[headerName(name)] = change(name, fields[name] as V);

    return masked;
  };
  /** @param raw names and values in turn */
  const inTurn = (raw: readonly string[]) =>
    raw.map((text, at) => (at % 2 === 0 ? headerName(text) : value(raw[at - 1] ?? '', text)));

  return {
    exchange({ request, response, ...rest }) {
      const { json: _, ...sent } = request;
      const { json: __, ...received } = response;
      const headers = byName(request.headers, (name, given) =>
        typeof given === 'object' ? given.map((each) => value(name, each)) : value(name, given ?? ''),
      );
      const { authorization } = headers;

      return {
        ...rest,
        merchant: typeof authorization === 'string' ? merchant(authorization) : undefined,
        request: {
          ...{ ...sent, headers, url: request.url === undefined ? undefined : url(request.url) },
          ...(request.rawHeaders && { rawHeaders: inTurn(request.rawHeaders) }),
          body: request.body === undefined ? undefined : maskBody(request.body, { style }),
        },
        response: {
          ...{ ...received, headers: byName(response.headers, value) },
          ...(response.rawHeaders && { rawHeaders: inTurn(response.rawHeaders) }),
          ...(response.statusText !== undefined && { statusText: phrase(response.statusText) }),
          body: maskBody(response.body, { style }),
        },
      };
    },
    address,
  };
}
