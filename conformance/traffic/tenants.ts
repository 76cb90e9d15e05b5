/** Tells apart the services and tenants of traffic: by address, host name, and what a request has beyond the document. */
import type { Exchange } from '../../src/exchange/exchange.ts';

interface Tenant {
  /** Only exchanges with the same one are compared. */
  readonly key: string;
  /** The query, and headers that may choose a tenant or an environment. */
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

const DEFAULT_PORT = /:(?:80|443)$/;

/** Names are few, but a client may send any. */
const MAX_NAMES = 1000;

export function createTenantReader(): (exchange: Exchange) => Tenant {
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

  return ({ service = '', request: { headers, url = '' } }) => {
    // One address may serve several hosts.
    const [, , own] = service.split('/');
    const host = headers.host === own ? undefined : headers.host?.toLowerCase().replace(DEFAULT_PORT, '');
    const isOwn = host === undefined || own?.replace(DEFAULT_PORT, '') === host;
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

    return { key: `${isOwn ? service : `${service} ${host}`}${context}`, context, asksForTest };
  };
}
