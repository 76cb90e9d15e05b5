/** JSON Schema of HAR 1.2, after the specification by Jan Odvarko; fields that begin with an underscore are free. */

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: -1 } as const;
const moment = {
  type: 'string',
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$`,
} as const;
/** A time in milliseconds that must be known. */
const time = { type: 'number', minimum: 0 } as const;
/** -1 where it does not apply. */
const perhaps = { type: 'number', minimum: -1 } as const;

type Properties = Readonly<Record<string, object>>;

function object(required: Properties, optional: Properties = {}): object {
  return {
    type: 'object',
    required: Object.keys(required),
    properties: { ...required, ...optional, comment: text },
    patternProperties: { '^_': true },
    additionalProperties: false,
  };
}

const listOf = (items: object) => ({ type: 'array', items });
const pair = object({ name: text, value: text });
const cookie = object(
  { name: text, value: text },
  { path: text, domain: text, expires: moment, httpOnly: { type: 'boolean' }, secure: { type: 'boolean' } },
);
const creator = object({ name: text, version: text });
const message = {
  httpVersion: text,
  cookies: listOf(cookie),
  headers: listOf(pair),
  headersSize: count,
  bodySize: count,
};
const param = object({ name: text }, { value: text, fileName: text, contentType: text });
const postData = {
  ...object({ mimeType: text }, { params: listOf(param), text, encoding: text }),
  anyOf: [{ required: ['params'] }, { required: ['text'] }],
};
const request = object(
  { method: text, url: { type: 'string', pattern: '^https?://' }, queryString: listOf(pair), ...message },
  { postData },
);
const content = object(
  { size: count, mimeType: text },
  { compression: { type: 'integer' }, text, encoding: text },
);
const response = object({
  status: { type: 'integer' },
  statusText: text,
  content,
  redirectURL: text,
  ...message,
});
const state = object({ lastAccess: moment, eTag: text, hitCount: { type: 'integer' } }, { expires: moment });
const timings = object(
  { send: time, wait: time, receive: time },
  { blocked: perhaps, dns: perhaps, connect: perhaps, ssl: perhaps },
);
const entry = object(
  {
    startedDateTime: moment,
    time,
    request,
    response,
    cache: object({}, { beforeRequest: state, afterRequest: state }),
    timings,
  },
  { pageref: text, serverIPAddress: text, connection: text },
);
const page = object({
  startedDateTime: moment,
  id: text,
  title: text,
  pageTimings: object({}, { onContentLoad: perhaps, onLoad: perhaps }),
});

export const HAR_SCHEMA = object({
  log: object(
    { version: { const: '1.2' }, creator, entries: listOf(entry) },
    { browser: creator, pages: listOf(page) },
  ),
});
