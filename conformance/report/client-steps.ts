/** An exchange of a client as a step of a report: masked, with a curl command that sends the request again. */

import { type Exchange, splitUrl } from '../../src/exchange/exchange.ts';
import { maskBodyText, maskHeader, maskQuery, maskText, maskValue } from '../../src/text/mask.ts';
import { quote } from '../../src/text/shell.ts';
import type { ReportStep } from './report.ts';

export function toClientStep(exchange: Exchange, address: string): ReportStep {
  const { method = 'POST' } = exchange.request;
  const url = maskText(address.replace(/\/$/, '')) + maskUrl(exchange);
  const headers = shownHeaders(exchange);
  const body = maskBody(exchange.request.body ?? '');

  return {
    request: { method, url, headers, body },
    response: toResponse(exchange),
    curl: toCurl({ method, url, headers, body }),
  };
}

function maskUrl({ request }: Exchange): string {
  const { path = '', query } = splitUrl(request);

  return maskText(path) + (query === undefined ? '' : `?${maskQuery(query)}`);
}

/** Headers that HTTP libraries add by themselves say nothing about the client. */
const NOISE =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|expect|user-agent|accept.*|sec-.*|origin|referer|cache-control|pragma|priority|te|upgrade.*|dnt|traceparent|tracestate)$/;

const TOKEN = 'Bearer $TOLLGATE_TOKEN';

function shownHeaders({ request: { headers } }: Exchange): Readonly<Record<string, string>> {
  const shown = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || NOISE.test(name)) return [];
    const isBearer = name === 'authorization' && /^\s*bearer\s+\S/i.test(String(value));

    return [[maskText(name), isBearer ? TOKEN : maskHeader(name, String(value))]];
  });

  return Object.fromEntries(shown);
}

function maskBody(text: string): string {
  if (text === '') return '';
  try {
    const masked = JSON.stringify(maskValue(JSON.parse(text), '', (mask) => `${MARK}${mask}${MARK}`));

    return masked.replaceAll(`"${MARK}`, '').replaceAll(`${MARK}"`, '');
  } catch {
    return maskBodyText(text);
  }
}

/** Marks a masked number, to remove its quotes. Not a valid character. */
const MARK = '\u{10ffff}';

/** Keeps only the header Content-Type: most others hold times and addresses. */
function toResponse({ response, delivery }: Exchange): ReportStep['response'] {
  if (delivery === 'lost' || response.status === 0)
    return { none: 'lost', detail: 'no response reached the client' };
  const type = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const headers = type === undefined ? {} : { 'content-type': maskHeader('content-type', type) };

  return { status: response.status, headers, body: maskBody(response.body) };
}

function toCurl({ method, url, headers, body }: ReportStep['request']): string {
  const arguments_ = [
    "curl -sS -w '\\n'",
    ...(method === (body === '' ? 'GET' : 'POST') ? [] : ['-X', quote(method)]),
    quote(url),
    ...Object.entries(headers).map(([name, value]) =>
      value === TOKEN ? `-H "Authorization: ${TOKEN}"` : `-H ${quote(`${name}: ${value}`)}`,
    ),
    ...(body === '' ? [] : [`--data-raw ${quote(body)}`]),
  ];

  return arguments_.join(' ');
}
