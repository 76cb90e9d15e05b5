/** Sorts the headers of a request by their possible meaning to a service, beyond the document. */
import type { Exchange } from '../../src/exchange/exchange.ts';

export interface HeaderContext {
  /** Values of headers that may choose a tenant or an environment: only exchanges with the same ones are compared. */
  readonly context: string;
  /** A header that may ask for a test or an example; undefined where there is none. */
  readonly asksForTest: string | undefined;
}

type HeaderKind = 'usual' | 'test' | 'other';

/** Headers of HTTP, browsers, proxies, gateways and tracing, which only concern the transport. */
const USUAL =
  /^(?:accept.*|age|authorization|cache-control|connection|content-.*|cookie|date|device-memory|dnt|downlink|ect|elastic.*|expect|forwarded|from|host|if-.*|keep-alive|newrelic|origin|pragma|priority|proxy-.*|range|referer|rtt|save-data|sec-.*|te|trailer|transfer-encoding|upgrade.*|user-agent|via|viewport-width|width|x-requested-with|x-forwarded-.*|x-real-ip|x-amz.*|x-envoy-.*|x-b3-.*|x-datadog-.*|x-newrelic-.*|x-cloud-trace-.*|uber-trace-id|b3|baggage|sentry-.*|trace.*|x-trace.*|cf-.*|cdn-.*|tollgate-.*|:.*)$/;
/** Headers that differ from request to request. */
const OF_ONE_REQUEST = /idempot|request-?id|correlation|transaction-?id|nonce|dedup|retry|attempt/;
const TEST = /test|sandbox|mock|dry|simulat|debug|override|stub|sample|replay|^prefer$/;

/** Names are few, but a client may send any. */
const MAX_NAMES = 1000;

export function createHeaderReader(): (exchange: Exchange) => HeaderContext {
  const kinds = new Map<string, HeaderKind>();
  const kindOf = (name: string): HeaderKind => {
    const known = kinds.get(name);
    if (known !== undefined) return known;
    if (kinds.size >= MAX_NAMES) kinds.clear();
    const isUsual = USUAL.test(name) || OF_ONE_REQUEST.test(name);
    const kind = isUsual ? 'usual' : TEST.test(name) ? 'test' : 'other';
    kinds.set(name, kind);

    return kind;
  };

  return ({ request: { headers, url = '' } }) => {
    const at = url.indexOf('?');
    let context = at < 0 ? '' : url.slice(at);
    let asksForTest: string | undefined;
    for (const name in headers) {
      switch (kindOf(name)) {
        case 'usual':
          break;
        case 'test':
          asksForTest = name;
          break;
        case 'other':
          context += `\n${name}: ${String(headers[name])}`;
      }
    }

    return { context, asksForTest };
  };
}
