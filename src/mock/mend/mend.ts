/** Finds the one edit that makes the mock accept a refused request: each candidate is tried before it is named. */
import { OPERATIONS, REQUIRED_HEADERS } from '../../contract/operations.ts';
import type { OperationId, PatchOperation, Violation } from '../../contract/types.ts';
import { requestJson } from '../../exchange/exchange.ts';
import { nearest } from '../../reading/nearest.ts';
import { describeValue } from '../../text/describe.ts';
import { maskValue } from '../../text/mask-json.ts';
import type { Edit, Refusal } from '../refusal.ts';
import {
  type HandlerContext,
  type MockRequest,
  memberOf,
  type ParsedRequest,
  VALID_FEE_REQUEST,
} from '../request.ts';
import type { PreviewViolations } from '../stages/handlers.ts';
import { headerViolations } from '../stages/validate.ts';

/** In bytes. Each candidate is validated like a request, which takes milliseconds for a larger body. */
const LARGEST_MENDED = 4 * 1024;

/** One mistake has few violations. */
const MOST_VIOLATIONS = 10;

/** How many of the newest transactions are searched for one without a sale. */
const NEWEST = 20;

/** Edits that need no token and no body: the one of the method, or of the path, where the other and the headers are right. */
export function mendAddress(
  refusal: Refusal,
  { method, path, headers }: Pick<MockRequest, 'method' | 'headers'> & { readonly path: string },
): Refusal {
  const paths = OPERATIONS.map((route) => route.path);
  const meant = OPERATIONS.find((route) => route.path === nearest(path.replace(/\/+$/, ''), paths));
  const [isPath, isMethod] = [path === meant?.path, method === meant?.method];
  if (meant === undefined || isPath === isMethod || headers.authorization === undefined) return refusal;
  if (headerViolations(headers).length > 0) return refusal;

  return isPath
    ? { ...refusal, edit: { method: meant.method }, fix: `Use the method ${meant.method}.` }
    : { ...refusal, edit: { path: meant.path }, fix: `Send it to ${meant.path}.` };
}

/** A refused request of a merchant; of the default one where its token names none. */
export interface CallToMend {
  readonly operation: OperationId;
  readonly request: MockRequest;
  /** As the behaviors read it; undefined where they refused to. */
  readonly parsed: ParsedRequest | undefined;
  readonly context: HandlerContext;
}

/**
 * @param preview with the behaviors that refused the request
 * @returns the refusal unchanged where no single edit mends the request
 */
export async function mend(
  refusal: Refusal,
  { operation, request, parsed, context }: CallToMend,
  preview: PreviewViolations,
): Promise<Refusal> {
  const isMendable = MENDABLE.includes(refusal.code) && (request.body?.length ?? 0) <= LARGEST_MENDED;
  if (!isMendable) return refusal;
  const sent: ParsedRequest = { kind: 'parsed', headers: request.headers, body: requestJson(request) };
  const violationsOf = (one: ParsedRequest) => preview(operation, one, context);
  try {
    if (refusal.code === 'unauthorized')
      return (await violationsOf(parsed ?? sent)).length > 0 ? refusal : { ...refusal, edit: WITH_TOKEN };
    const found = await search(parsed ?? sent, context, violationsOf);

    return found === undefined ? refusal : explained(refusal, found, sent.body);
  } catch {
    return refusal;
  }
}

const MENDABLE: readonly Refusal['code'][] = ['content-refused', 'unsupported-media-type', 'unauthorized'];
const WITH_TOKEN: Edit = { header: 'Authorization', value: 'Bearer $TOLLGATE_TOKEN' };

type HeaderEdit = Extract<Edit, { readonly header: string }>;

interface Candidate {
  readonly edit: PatchOperation | HeaderEdit;
  /** Whether its value is an example, and not derived from the request. */
  readonly isExample: boolean;
}

/** The first edit with which the mock has nothing to refuse. */
async function search(
  request: ParsedRequest,
  context: HandlerContext,
  violationsOf: (request: ParsedRequest) => Promise<readonly Violation[]>,
): Promise<Candidate | undefined> {
  const violations = await violationsOf(request);
  // None where the state of a transaction refuses the request, such as its sale: no edit mends that.
  const [first] = violations;
  const isOnePlace = new Set(violations.map(({ pointer }) => pointer.split('/')[1] ?? pointer)).size === 1;
  if (first === undefined || !isOnePlace || violations.length > MOST_VIOLATIONS) return undefined;
  for (const candidate of await candidatesFor(first, request.body, context)) {
    const { edit } = candidate;
    const edited =
      'op' in edit
        ? { ...request, body: withEdit(request.body, edit) }
        : { ...request, headers: { ...request.headers, [edit.header.toLowerCase()]: edit.value } };
    if ((await violationsOf(edited)).length === 0) return candidate;
  }

  return undefined;
}

/** A refusal does not repeat a value that is masked elsewhere, such as a card token. */
function explained(refusal: Refusal, { edit, isExample }: Candidate, sent: unknown): Refusal {
  if (!('op' in edit)) return { ...refusal, edit, fix: `Send the header ${edit.header}: ${edit.value}.` };
  const { path, value } = edit;
  const name = path.slice(1);
  // A field that a behavior left out, such as null of an optional field, is replaced.
  const isReplaced = edit.op === 'add' && memberOf(sent, name) !== undefined;
  const patch: PatchOperation = isReplaced ? { ...edit, op: 'replace' } : edit;
  if (JSON.stringify(maskValue(value, name)) !== JSON.stringify(value)) return { ...refusal, edit: patch };
  const shown = describeValue(value, { name });
  const fix = {
    add: `Add ${path}, such as ${shown}.`,
    replace: `Replace ${path} with ${isExample ? 'a value such as ' : ''}${shown}.`,
    remove: `Remove ${path}.`,
  }[patch.op];

  return { ...refusal, edit: patch, fix, patch: [patch] };
}

/** Edits at the pointer of a violation. It points at the whole body where sTxId and mTxId are missing. */
async function candidatesFor(
  { pointer }: Violation,
  body: unknown,
  context: HandlerContext,
): Promise<readonly Candidate[]> {
  const header = pointer.startsWith('header ') ? pointer.slice('header '.length) : undefined;
  const required = Object.entries(REQUIRED_HEADERS).find(([name]) => name === header?.toLowerCase());
  if (header !== undefined)
    return required === undefined ? [] : [{ edit: { header, value: required[1] }, isExample: false }];
  const [, name = 'sTxId', ...deeper] = pointer.split('/');
  const got = memberOf(body, name);
  const isThere = typeof body === 'object' && body !== null && Object.hasOwn(body, name);
  const path = `/${name}`;
  const removed: readonly Candidate[] = isThere ? [{ edit: { op: 'remove', path }, isExample: false }] : [];
  if (deeper.length > 0) return removed;
  const put = (values: readonly unknown[], isExample: boolean) =>
    values
      .filter((value) => value !== undefined && value !== got)
      .map((value): Candidate => ({ edit: { op: isThere ? 'replace' : 'add', path, value }, isExample }));
  const { processors } = context.merchant;
  const names = processors.map((one) => one.name);
  const read = put(await readings(name, got, body, names), false);
  // An example in place of the client's amount would change the charge.
  const isAmount = name === 'amount' && isThere && got !== null;
  const examples = isAmount ? [] : put(await examplesFor(name, body, names, context), true);
  const isIdentifier = name === 'sTxId' || (name === 'mTxId' && typeof got === 'string');

  return got === null || isIdentifier
    ? [...removed, ...read, ...examples]
    : [...read, ...examples, ...removed];
}

/** Valid values. */
const EXAMPLES: Readonly<Record<string, unknown>> = { ...VALID_FEE_REQUEST, country: '840' };

async function examplesFor(
  name: string,
  body: unknown,
  processors: readonly string[],
  { merchant, ledger }: HandlerContext,
): Promise<readonly unknown[]> {
  switch (name) {
    case 'sTxId': {
      const newest = (await ledger.list?.(merchant.name, NEWEST)) ?? [];

      return [(newest.find(({ sale }) => sale === undefined) ?? newest[0])?.sTxId];
    }
    case 'processor':
      return processors;
    default:
      return [name === 'amount' ? memberOf(body, 'totalAmount') : undefined, EXAMPLES[name]];
  }
}

/** Dollars as people write them: `"1,250.50"`, `"250 USD"`, `"$5"`. */
const DOLLARS = /^(?:USD|US\$|\$)?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(\.\d{1,3})?\s*(?:USD|US\$|\$)?$/i;

/** Values derived from the client's value. */
async function readings(
  name: string,
  got: unknown,
  body: unknown,
  processors: readonly string[],
): Promise<readonly unknown[]> {
  const isAmount = name === 'amount' || name === 'totalAmount';
  if (isAmount && typeof got === 'number') {
    const other = memberOf(body, name === 'amount' ? 'totalAmount' : 'amount');
    const isPartOverTotal =
      typeof other === 'number' && (name === 'amount' ? got > other : other > got && got > 0);

    return isPartOverTotal ? [other] : [];
  }
  const text = Number.isSafeInteger(got) ? String(got) : got;
  const trimmed = typeof text === 'string' ? text.trim() : '';
  if (trimmed === '') return [];
  const digits = trimmed.replace(/\D/g, '');

  switch (name) {
    case 'amount':
    case 'totalAmount': {
      const [, whole, fraction = ''] = DOLLARS.exec(trimmed) ?? [];

      return whole === undefined || whole.length > 15 ? [] : [Number(whole.replaceAll(',', '') + fraction)];
    }
    case 'processor':
      return [trimmed, nearest(trimmed, processors), ...(processors.length === 1 ? processors : [])];
    case 'region':
      return [trimmed, trimmed.toUpperCase()];
    case 'country': {
      // Loaded here: few requests need it.
      const { countryNumber } = await import('../../engine/regions/country-codes.ts');

      return [trimmed, countryNumber(trimmed)];
    }
    case 'nicn':
      // At most the first 8 digits (section 1.4).
      return [trimmed, ...(digits.length >= 6 ? [digits.slice(0, 8), digits.slice(0, 6)] : [])];
    case 'campaign':
    case 'data':
      return [[text]];
    default:
      return [trimmed];
  }
}

/** The body after the edit. */
export function withEdit(body: unknown, { op, path, value }: PatchOperation): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const name = path.slice(1);
  const others = Object.entries(body).filter(([member]) => member !== name);

  return Object.fromEntries(op === 'remove' ? others : [...others, [name, value]]);
}
