/** Masks tokens, card numbers and other secrets of an exchange: equal values stay equal, and every value keeps its form. */
import { randomBytes } from 'node:crypto';
import { isSecretName } from '../../text/find-secrets.ts';
import type { MaskStyle } from '../../text/hide-secrets.ts';
import { maskAddresses, maskHeader, maskQuery, maskText } from '../../text/mask.ts';
import { remember } from '../../text/remember.ts';
import type { Exchange } from '../exchange.ts';
import { merchantOf } from '../merchant.ts';
import { isJson, maskBody } from './mask-json.ts';
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
  const plain = remember((text) =>
    /^\s*[{[]/.test(text) && isJson(text) ? maskBody(text, style) : maskHeader('', text, style),
  );
  const maskOf = remember((name) =>
    isSecretName(name) ? style.secret : ADDRESSES.test(name) ? address : plain,
  );
  const value = (name: string, given: string) => maskOf(name)(given);
  const url = remember((given) => maskUrl(given, style));
  const merchant = remember(merchantOf);
  const phrase = remember((given) => maskText(given, style));
  const byName = <V, R>(fields: Readonly<Record<string, V>>, change: (name: string, value: V) => R) => {
    const masked: Record<string, R> = {};
    for (const name of Object.keys(fields)) masked[headerName(name, style)] = change(name, fields[name] as V);

    return masked;
  };
  /** @param raw names and values in turn */
  const inTurn = (raw: readonly string[]) =>
    raw.map((text, at) => (at % 2 === 0 ? headerName(text, style) : value(raw[at - 1] ?? '', text)));

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
          body: request.body === undefined ? undefined : maskBody(request.body, style),
        },
        response: {
          ...{ ...received, headers: byName(response.headers, value) },
          ...(response.rawHeaders && { rawHeaders: inTurn(response.rawHeaders) }),
          ...(response.statusText !== undefined && { statusText: phrase(response.statusText) }),
          body: maskBody(response.body, style),
        },
      };
    },
    address,
  };
}

/** A name may hold a card number or a token. */
function headerName(name: string, style: MaskStyle): string {
  return /\d{4}|\./.test(name) ? maskText(name, style) : name;
}

/** Their values are addresses. */
const ADDRESSES = /^(?:location|content-location|referer|origin|link|refresh)$/i;

function maskUrl(url: string, style: MaskStyle): string {
  const [path = '', ...query] = url.split('?');

  return [maskAddresses(path, style), ...(query.length > 0 ? [maskQuery(query.join('?'), style)] : [])].join(
    '?',
  );
}
