/** Observes the format of successful responses. */
import type { JsonObject } from '../../src/text/json-object.ts';
import { maskText } from '../../src/text/mask.ts';
import type { HttpResponse } from '../rule/http-result.ts';
import { acceptedBody, isFeeCall, isSale, type ServiceCall } from '../rule/service-call.ts';
import { type Observation, observeChoice, type SeenOptions } from './observation.ts';
import { feeFrom } from './observation-context.ts';

const FEE_FIELDS = ['transactionFee', 'sTxId', 'message'];
const SALE_FIELDS = ['sTxId', 'message'];

/** An escaped ASCII letter, which JSON never requires. */
const ESCAPED_LETTER = /(?<!\\)(?:\\\\)*\\u00(?:[46][1-9a-f]|[57][0-9a])/i;

/** Further fee calls to find a fee that distinguishes the number forms. */
const MAX_TRIES = 6;

export const RESPONSES: readonly Observation[] = [
  observeChoice('success-status', {
    observe: (call) => feeBody(call) && [String(call.response.status)],
  }),

  observeChoice('sale-status', {
    observe: (call) => saleBody(call) && [String(call.response.status)],
  }),

  observeChoice('extra-response-fields', {
    observe(call) {
      const fee = feeBody(call);
      if (fee !== undefined) return [kindOfExtras(fee, FEE_FIELDS)];
      const sale = saleBody(call);
      if (sale === undefined) return undefined;
      const kind = kindOfExtras(sale, SALE_FIELDS);

      // The document shows a sale's response with the sTxId alone, but a message adds nothing to the status.
      return [kind === 'none' && sale['message'] !== undefined ? 'a message in sales' : kind];
    },
  }),

  observeChoice('number-form', {
    observe(call) {
      const fee = feeBody(call)?.['transactionFee'];
      if (fee === undefined) return undefined;
      const written = writtenAs(call.response.text, 'transactionFee');

      return written === undefined ? [typeof fee] : numberForms(written);
    },

    async run({ baseline, data, feeWith }) {
      const feeOfAmount = async (amount: number) => feeFrom(await feeWith({ amount }));
      const other = data.plainAmounts.find((usd) => usd !== baseline.amount) ?? baseline.amount;
      const low = await feeOfAmount(baseline.amount);
      const high = await feeOfAmount(other);
      const slope = low === undefined || high === undefined ? 0 : (high - low) / (other - baseline.amount);
      if (low === undefined || !(slope > 0)) return undefined;

      // In most pricing models fees grow linearly with amounts, so an amount with a fee of whole tenths is near.
      for (let tries = 1; tries <= MAX_TRIES; tries++) {
        const tenths = (Math.floor(low * 10) + tries) / 10;
        const amount = Math.round((baseline.amount + (tenths - low) / slope) * 100) / 100;
        const fee = await feeOfAmount(amount);
        if (fee !== undefined && Number.isInteger(Math.round(fee * 1000) / 100)) return undefined;
      }

      return undefined;
    },
  }),

  observeChoice('field-order', {
    observe(call) {
      const names = Object.keys(feeBody(call) ?? {});
      const documented = names.filter((name) => FEE_FIELDS.includes(name));
      if (documented.length < FEE_FIELDS.length) return undefined;
      if (isSameOrder(documented, FEE_FIELDS)) return ['documented'];
      if (!isSameOrder(documented, FEE_FIELDS.toReversed())) return [documented.join(' ')];
      if (!isSameOrder(names, names.toSorted())) return ['reversed'];

      // The reverse of the documented order is also alphabetical: only further fields distinguish the two.
      return names.length === FEE_FIELDS.length ? ['reversed', 'alphabetical'] : ['alphabetical'];
    },
  }),

  observeChoice('json-layout', {
    observe(call) {
      if (successBody(call) === undefined) return undefined;
      const text = call.response.text.trim();
      if (ESCAPED_LETTER.test(text)) return ['escaped'];
      const withoutStrings = text.replaceAll(/"(?:\\.|[^"\\])*"/g, '""');
      if (/[\r\n]/.test(withoutStrings)) return ['indented'];

      return [/\s/.test(withoutStrings) ? 'spaced' : 'compact'];
    },
  }),

  observeChoice('response-media-type', {
    observe(call) {
      if (successBody(call) === undefined) return undefined;
      const type = call.response.headers['content-type']?.trim().toLowerCase();
      if (type === undefined || type === '') return ['none'];
      if (/^application\/json$/.test(type)) return ['json'];
      if (/^application\/json *; *charset="?utf-?8"?$/.test(type)) return ['json-charset'];
      if (/^[\w.-]+\/[\w.-]+\+json *(;|$)/.test(type)) return ['json-suffix'];

      return [/^text\/plain *(;|$)/.test(type) ? 'text-plain' : describeMediaType(type)];
    },
  }),

  observeChoice('stxid-form', {
    observe(call) {
      const sTxId = feeBody(call)?.['sTxId'];
      if (sTxId === undefined) return undefined;

      return [typeof sTxId === 'string' ? stxidForm(sTxId) : typeof sTxId];
    },
  }),
];

/** The body of an accepted fee call. */
function feeBody(call: ServiceCall): JsonObject | undefined {
  return isFeeCall(call) ? acceptedBody(call) : undefined;
}

/** The body of an accepted sale. */
function saleBody(call: ServiceCall): JsonObject | undefined {
  return isSale(call) ? acceptedBody(call) : undefined;
}

function successBody(call: ServiceCall): JsonObject | undefined {
  return feeBody(call) ?? saleBody(call);
}

function kindOfExtras(body: JsonObject, documented: readonly string[]): 'none' | 'flat' | 'nested' {
  const extras = Object.entries(body).filter(([name]) => !documented.includes(name));
  if (extras.length === 0) return 'none';

  return extras.some(([, value]) => typeof value === 'object') ? 'nested' : 'flat';
}

/** A fee such as 2.43 fits two forms; one such as 2.4 or 2.40 fits one. Some languages write 2 as 2.0. */
function numberForms(written: string): SeenOptions {
  if (/e/i.test(written)) return ['exponent'];
  const decimals = written.split('.')[1] ?? '';
  if (decimals.length === 6) return ['six-decimals'];
  if (decimals.length === 2) return decimals.endsWith('0') ? ['two-decimals'] : ['shortest', 'two-decimals'];

  if (decimals === '0') return ['whole fees such as 2.0'];

  return decimals.endsWith('0') ? [`${decimals.length} decimals`] : ['shortest'];
}

function isSameOrder(some: readonly string[], others: readonly string[]): boolean {
  return some.join() === others.join();
}

/** The first that matches counts. */
const STXID_FORMS: readonly (readonly [form: string, pattern: RegExp])[] = [
  ['long', /^.{256,}$/s],
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  // More digits than a number represents exactly.
  ['digits', /^[0-9]{17,}$/],
  ['hex', /^[0-9a-f]{32}$/i],
  ['ulid', /^[0-9A-HJKMNP-TV-Z]{26}$/],
  ['prefixed', /^[a-z]+[._-]?[0-9a-f]{32}$/i],
  ['base64url', /^[\w-]{22}$/],
];

/** Rounds lengths up, so that identifiers that are counters have the same form in every run. */
const STXID_LENGTHS = [16, 32, 64, 255];

function stxidForm(sTxId: string): string {
  const form = STXID_FORMS.find(([, pattern]) => pattern.test(sTxId));
  if (form !== undefined) return form[0];
  const alphabet = /^[0-9]+$/.test(sTxId)
    ? 'digits'
    : /^[0-9a-f]+$/i.test(sTxId)
      ? 'hex digits'
      : 'characters';
  const length = STXID_LENGTHS.find((limit) => sTxId.length <= limit);

  return `at most ${length} ${alphabet}`;
}

/** Characters of a media type. */
const MAX_TYPE = 60;
/** Characters of a field name, and names of a body. */
const MAX_NAME = 24;
const MAX_NAMES = 4;

/** Such as `422 application/problem+json {type, title}`: short, printable, and without secrets. */
export function describeShape({ status, headers, text, body }: HttpResponse): string {
  const type = headers['content-type'];
  const shownType = type === undefined ? 'without Content-Type' : describeMediaType(type);

  return `${status} ${shownType} ${describeBody(text, body)}`;
}

function describeMediaType(type: string): string {
  return truncate(printable(type), MAX_TYPE);
}

function describeBody(text: string, body: HttpResponse['body']): string {
  if (text.trim() === '') return 'empty';
  if (body === undefined) return isHtml(text) ? 'HTML' : 'text';
  const names = Object.keys(body).map((name) => truncate(printable(name), MAX_NAME));
  const more = names.length > MAX_NAMES ? ['…'] : [];

  return `{${[...names.slice(0, MAX_NAMES), ...more].join(', ')}}`;
}

export function isHtml(text: string): boolean {
  return /^\s*<(?:!doctype html|html|head|title|body)\b/i.test(text);
}

function printable(text: string): string {
  return maskText(text.replaceAll(/[^\x20-\x7e]/gu, '?'));
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Node passes the source of each number to a reviver; TypeScript's types lack that argument. */
type Reviver = (this: object, key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** A number of a JSON object as it is written, such as `2.40`; undefined where the field is not a number. */
export function writtenAs(text: string, field: string): string | undefined {
  const sources = new Map<object, string>();
  const reviver: Reviver = function (key, value, context) {
    if (key === field && typeof value === 'number' && context?.source !== undefined)
      sources.set(this, context.source);

    return value;
  };
  try {
    const body: unknown = JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);

    return typeof body === 'object' && body !== null ? sources.get(body) : undefined;
  } catch {
    // Not JSON, or nested too deeply for a reviver, which is recursive.
    return undefined;
  }
}
