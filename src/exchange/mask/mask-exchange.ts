/** Masks tokens, card numbers and other secrets of an exchange: equal values stay equal, and every value keeps its form. */
import { randomBytes } from 'node:crypto';
import type { MaskStyle } from '../../text/hide-secrets.ts';
import { maskAddresses, maskHeader, maskQuery, maskText } from '../../text/mask.ts';
import { isSecretName } from '../../text/secret-names.ts';
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

  return {
    exchange: (exchange) => maskExchange(exchange, style),
    address: (address) => maskAddresses(address, style),
  };
}

function maskExchange({ request, response, ...rest }: Exchange, style: MaskStyle): Exchange {
  const { json: _, ...sent } = request;
  const { json: __, ...received } = response;
  const requestHeaders = mapHeaders(request.headers, style, (name, value) =>
    typeof value === 'object'
      ? value.map((each) => header(name, each, style))
      : header(name, value ?? '', style),
  );
  const { authorization } = requestHeaders;

  return {
    ...rest,
    merchant: merchantOf(typeof authorization === 'string' ? authorization : undefined),
    request: {
      ...sent,
      url: request.url === undefined ? undefined : maskUrl(request.url, style),
      headers: requestHeaders,
      ...(request.rawHeaders && { rawHeaders: maskRaw(request.rawHeaders, style) }),
      body: request.body === undefined ? undefined : maskBody(request.body, style),
    },
    response: {
      ...received,
      headers: mapHeaders(response.headers, style, (name, value) => header(name, value, style)),
      ...(response.rawHeaders && { rawHeaders: maskRaw(response.rawHeaders, style) }),
      ...(response.statusText !== undefined && { statusText: maskText(response.statusText, style) }),
      body: maskBody(response.body, style),
    },
  };
}

function mapHeaders<V, R>(
  record: Readonly<Record<string, V>>,
  style: MaskStyle,
  change: (name: string, value: V) => R,
): Record<string, R> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [headerName(name, style), change(name, value)]),
  );
}

/** @param raw names and values in turn */
function maskRaw(raw: readonly string[], style: MaskStyle): readonly string[] {
  return raw.map((text, at) =>
    at % 2 === 0 ? headerName(text, style) : header(raw[at - 1] ?? '', text, style),
  );
}

/** A name may hold a card number or a token. */
function headerName(name: string, style: MaskStyle): string {
  return /\d{4}|\./.test(name) ? maskText(name, style) : name;
}

/** Their values are addresses. */
const ADDRESSES = /^(?:location|content-location|referer|origin|link|refresh)$/i;

function header(name: string, value: string, style: MaskStyle): string {
  if (isSecretName(name)) return style.secret(value);
  if (ADDRESSES.test(name)) return maskAddresses(value, style);

  return /^\s*[{[]/.test(value) && isJson(value) ? maskBody(value, style) : maskHeader(name, value, style);
}

function maskUrl(url: string, style: MaskStyle): string {
  const [path = '', ...query] = url.split('?');

  return [maskAddresses(path, style), ...(query.length > 0 ? [maskQuery(query.join('?'), style)] : [])].join(
    '?',
  );
}
