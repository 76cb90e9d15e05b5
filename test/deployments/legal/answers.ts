/** Services whose answers differ from the document's examples (sections 4 and 7 specify no statuses, errors or layout). */

import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type RawResponse, REFERENCE } from '../reference.ts';
import { type LegalService, legal } from './legal-service.ts';

export const ANSWERS: readonly LegalService[] = [
  legal('refuses with 200, a code and a message that is not ok', 'RPC gateways', () => ({
    refusal: (why) => json(200, { code: 1042, message: why }),
  })),
  legal(
    'refuses with 200, all fields of a fee, and a message that is not ok',
    'SOAP services behind a JSON facade',
    () => ({
      refusal: (message) => json(200, { transactionFee: 0, sTxId: '', message }),
    }),
  ),
  legal('refuses with HTML pages', 'Tomcat, Apache httpd', () => ({
    refusal: () => ({ status: 400, type: 'text/html;charset=iso-8859-1', text: '<h1>Bad Request</h1>' }),
  })),
  legal('refuses with problem details that point at the field', 'RFC 9457 in Spring and ASP.NET', () => ({
    refusal: (why) => ({
      ...json(400, { type: 'about:blank', title: 'Bad Request', status: 400, detail: why }),
      type: 'application/problem+json',
    }),
  })),
  legal('refuses each thing with a status of its own', 'hand-written REST services', () => ({
    refusal: (why) => ({
      ...REFERENCE.refusal(why),
      status: STATUSES.find(([part]) => why.includes(part))?.[1] ?? 422,
    }),
  })),
  legal('compresses every answer with gzip', 'CDNs and API gateways', () => ({
    sendResponse(response, { status, type = 'text/plain', text }) {
      response.writeHead(status, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(text));
    },
  })),
  legal(
    'writes fees as 2.40 and answers in indented JSON',
    'Jackson with BigDecimal, pretty printers',
    () => ({
      serialize: (body) =>
        JSON.stringify(body, null, 2).replace(
          /"transactionFee": ([\d.]+)/,
          (_, fee: string) => `"transactionFee": ${Number(fee).toFixed(2)}`,
        ),
    }),
  ),
  legal('answers 201 with a Location and 202 to sales', 'resource-oriented services with queues', () => ({
    feeStatus: 201,
    saleStatus: 202,
    sendResponse: sendsWith({ location: '/v1/ch/1', etag: 'W/"1"' }),
    saleResponse: (body) => ({ ...body, message: 'ok', status: 'queued' }),
  })),
  legal(
    'answers with further fields that are named like errors',
    'envelopes of API management products',
    () => ({
      feeResponse: (body) => ({
        ...body,
        error: null,
        errors: [],
        success: true,
        code: 0,
        fee: { rate: 2.9 },
      }),
      saleResponse: (body) => ({ ...body, error: null, transaction: { sTxId: 'inner' } }),
    }),
  ),
  legal('sits behind proxies that add headers and early hints', 'Fastly, Envoy, Varnish', () => ({
    sendResponse(response, written) {
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
      sendsWith({
        via: '1.1 varnish, 1.1 envoy',
        age: '0',
        'set-cookie': ['lb=3; Path=/', 'waf=1; HttpOnly'],
        'alt-svc': 'h3=":443"; ma=86400',
        'server-timing': 'cache;desc=miss',
        'x-ratelimit-remaining': '0',
        'x-padding': 'x'.repeat(4000),
      })(response, written);
    },
  })),
  legal('sends its answers in small chunks', 'streaming serializers', () => ({
    sendResponse(response, { status, type, text }) {
      response.writeHead(status, type === undefined ? {} : { 'content-type': type });
      for (const part of text.match(/.{1,9}/gsu) ?? []) response.write(part);
      response.end();
    },
  })),
];

const STATUSES: readonly (readonly [part: string, status: number])[] = [
  ['not JSON', 400],
  ['no such transaction', 404],
  ['no such path', 404],
  ['different transactions', 409],
  ['nicn', 402],
  ['region', 451],
  ['amount', 416],
];

function json(status: number, body: object): RawResponse {
  return { status, type: 'application/json', text: JSON.stringify(body) };
}

function sendsWith(headers: Readonly<Record<string, string | string[]>>) {
  return (response: ServerResponse, { status, type, text }: RawResponse): void => {
    response
      .writeHead(status, { ...headers, ...(type === undefined ? {} : { 'content-type': type }) })
      .end(text);
  };
}
