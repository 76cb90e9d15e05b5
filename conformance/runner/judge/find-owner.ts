/** Finds the rule that a refusal belongs to: sends the same call with fewer edits, the plainest first. */
import { isDeepStrictEqual } from 'node:util';
import { wrapperOf } from '../../../src/contract/outcome.ts';
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import { defined, type JsonObject } from '../../../src/text/json-object.ts';
import { count } from '../../../src/text/words.ts';
import type { RuleContext } from '../../rule/context.ts';
import { MTXID_WORDS, type MtxidForm } from '../../rule/mtxids.ts';
import { priceableOf } from '../../rule/patterns/open.ts';
import { record, type ScriptCall } from '../../rule/script.ts';
import type { MerchantRole, ServiceCall } from '../../rule/service-call.ts';
import type { Counterexample } from '../outcome.ts';

type Calls = readonly ScriptCall[];

/** Whether the last of these calls is refused; undefined where its answer does not show it. */
export type IsRefused = (calls: Calls) => Promise<boolean | undefined>;

/** The refused call, and how it names its transaction. */
interface RefusedCall {
  /** As they were sent. */
  readonly recorded: Calls;
  /** With `mTxId`s of the plainest form. */
  readonly calls: Calls;
  readonly merchant: MerchantRole;
  readonly isSale: boolean;
  readonly by: NamedBy | undefined;
  readonly isUpdate: boolean;
  /** Without identifiers. */
  readonly fields: JsonObject;
  readonly identifiers: JsonObject;
  /** Whether its `mTxId`s are of the plainest form, so that the calls are the refused ones. */
  readonly isPlainlyNamed: boolean;
}

interface Ownership {
  readonly owner: RuleId;
  /** What is refused, and the accepted call that it is compared with, where they differ. */
  readonly summary?: string | undefined;
  /** Of a refused sale: the fields of its transaction without which it is accepted. */
  readonly transaction?: readonly string[];
}

/** Undefined where the failure is no refusal of a valid call, or its cause cannot be found. */
export async function findOwner(
  rule: RuleId,
  { at, got, transcript: { steps } }: Pick<Counterexample, 'at' | 'got' | 'transcript'>,
  context: RuleContext,
  isRefused: IsRefused,
): Promise<Ownership | undefined> {
  if (at?.fields === undefined || !got.startsWith('refused: ') || !steps.includes(at)) return undefined;
  if (at.response.kind === 'answered' && wrapperOf(at.response, true) !== undefined)
    return { owner: 'fee-response/is-json-object' };
  const refused = describeRefused(record(steps, at).calls, at.fields);
  const plain = plainFields(refused, context);
  const controls = [...(refused.isSale ? saleControls : feeControls)(refused, plain, context)];
  const atOnce = steps.filter((one) => one.sentAt < at.endedAt && one.endedAt > at.sentAt);
  const isAlone = atOnce.length === 1;
  const isSame = (calls: Calls) => JSON.stringify(calls) === JSON.stringify(refused.calls);
  // The refused call itself need not be sent again, unless it is plain: its cause lies in the calls before it.
  const isShown = isAlone && refused.isPlainlyNamed && refused.calls.length > 1;
  const explain = async (shown: RefusedCall, compared: JsonObject) => ({
    summary:
      isAlone || shown !== refused ? await summarize(shown, compared, isRefused) : summarizeAtOnce(atOnce),
    ...(shown.isSale && { transaction: editsOf(withoutIdentifiers(fieldsOf(shown.calls[0])), compared) }),
  });
  for (const [owner, calls] of controls) {
    const answer = isShown && isSame(calls) ? true : await isRefused(calls);
    if (answer === undefined) return undefined;
    if (!answer) continue;
    const shown = describeRefused(calls);
    const processor = await otherProcessor(shown, context, isRefused);

    return processor === undefined
      ? { owner, ...(await explain(shown, plain)) }
      : { owner: PROCESSOR, ...(await explain(shown, { ...plain, processor })) };
  }

  // A call without edits that is refused now and then is none of a rule on edits, unless other calls came before it.
  const [owner = rule] =
    (steps.length === refused.calls.length ? controls.find(([, calls]) => isSame(calls)) : undefined) ?? [];

  return { owner, ...(await explain(refused, plain)) };
}

/** With several processors a call has to name one: another one with which it is accepted. */
async function otherProcessor(
  { calls, merchant }: RefusedCall,
  { deployment }: RuleContext,
  isRefused: IsRefused,
): Promise<string | undefined> {
  if (merchant !== 'several') return undefined;
  const own = calls.map((one) => fieldsOf(one)['processor']);
  const names = (deployment.several?.processors ?? []).flatMap(({ mid, name }) => [mid, name]);
  for (const processor of names.filter((one) => !own.includes(one))) {
    const others = calls.map((one) =>
      one.operation === 'calculateFee' ? { ...one, body: { ...one.body, processor } } : one,
    );
    if ((await isRefused(others)) === false) return processor;
  }

  return undefined;
}

function describeRefused(recorded: Calls, read?: JsonObject): RefusedCall {
  const names = [
    ...new Set(recorded.map(({ body }) => ('mTxId' in body ? body['mTxId'] : undefined))),
  ].filter(Boolean);
  // A new transaction cannot have the mTxId of an old one.
  const calls = recorded.map((call) => {
    if (!('mTxId' in call.body)) return call;

    return { ...call, body: { ...call.body, mTxId: `{m${names.indexOf(call.body['mTxId']) + 1}}` } };
  });
  const last = calls.at(-1);
  const { raw, sTxId, mTxId, ...fields } = fieldsOf(last);
  const isKnown = calls.slice(0, -1).some((call) => mTxId !== undefined && fieldsOf(call)['mTxId'] === mTxId);

  return {
    ...{ recorded, calls },
    merchant: last?.merchant ?? 'one',
    isSale: last?.operation === 'attachSale',
    by: namedBy(sTxId !== undefined, mTxId !== undefined),
    isUpdate: last?.operation === 'calculateFee' && (sTxId !== undefined || isKnown),
    fields: raw === undefined ? fields : (read ?? {}),
    identifiers: defined({ sTxId: sTxId === undefined ? undefined : '{s1}', mTxId }),
    isPlainlyNamed: raw === undefined && names.every((name) => /^\{m\d+\}$/.test(String(name))),
  };
}

function namedBy(hasStxid: boolean, hasMtxid: boolean): NamedBy | undefined {
  if (hasStxid) return hasMtxid ? 'both' : 'sTxId';

  return hasMtxid ? 'mTxId' : undefined;
}

function plainFields(
  { merchant, fields, isSale, calls }: RefusedCall,
  { baseline, deployment }: RuleContext,
): JsonObject {
  const named = (isSale ? fieldsOf(calls[0]) : fields)['processor'] ?? deployment.several?.processors[0]?.mid;

  return { ...baseline, ...(merchant === 'several' ? { processor: named } : {}) };
}

function call(operation: ScriptCall['operation'], merchant: MerchantRole, body: JsonObject): ScriptCall {
  return { operation, ...(merchant === 'one' ? {} : { merchant }), body };
}

/** The same calls, all of which name the first one's transaction by its `sTxId`. */
function bySTxId(calls: Calls): Calls {
  return calls.map((one, index) => ({
    ...one,
    body: { ...withoutIdentifiers(fieldsOf(one)), ...(index === 0 ? {} : { sTxId: '{s1}' }) },
  }));
}

function withFields(one: ScriptCall, plain: JsonObject): ScriptCall {
  const { sTxId, mTxId } = fieldsOf(one);

  return { ...one, body: { ...(one.operation === 'attachSale' ? {} : plain), ...defined({ sTxId, mTxId }) } };
}

function fieldsOf(one: ScriptCall | undefined): JsonObject {
  return (one?.body ?? {}) as JsonObject;
}

function withoutIdentifiers({ sTxId: _, mTxId: __, ...fields }: JsonObject): JsonObject {
  return fields;
}

function editsOf(fields: JsonObject, plain: JsonObject): readonly string[] {
  // A field that is undefined is not sent.
  const sent = Object.keys(fields).filter((name) => fields[name] !== undefined);

  return sent.filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(plain[name]));
}

/** Calls of which the last one is plainer than the refused one, after the rule that owns a refusal of it. */
type ControlCalls = readonly [owner: RuleId, calls: Calls];

const REQUIRED: RuleId = 'fee-request/accepts-required-fields-alone';
const EACH: RuleId = 'fee-request/accepts-each-optional-field';
const ALL: RuleId = 'fee-request/accepts-all-fields-at-once';
const AMOUNTS: RuleId = 'fee-request/accepts-decimal-amounts';
const PROCESSOR: RuleId = 'processor/accepts-mid-or-name';
const SEQUENCES: RuleId = 'identity/state-machine';

const UPDATE_RULES: Readonly<Record<NamedBy, RuleId>> = {
  sTxId: 'identity/update-by-stxid-keeps-stxid',
  mTxId: 'identity/update-by-mtxid-keeps-stxid',
  both: 'identity/update-by-both-keeps-stxid',
};
const SALE_RULES: Readonly<Record<NamedBy, RuleId>> = {
  sTxId: 'sale/accepts-stxid',
  mTxId: 'sale/accepts-mtxid',
  both: 'sale/accepts-both',
};

function* feeControls(
  refused: RefusedCall,
  plain: JsonObject,
  { data: { plainAmounts } }: RuleContext,
): Generator<ControlCalls> {
  const { calls, merchant, by, isUpdate, fields, identifiers } = refused;
  const fee = (body: JsonObject): ScriptCall => call('calculateFee', merchant, body);
  // The transaction may have one that the update leaves out.
  const naming = defined({
    mTxId: identifiers['mTxId'] ?? (isUpdate ? fieldsOf(calls[0])['mTxId'] : undefined),
  });
  const opens = (body: JsonObject) => fee({ ...priceableOf(body as never), ...naming });
  /** In the position of the refused call. */
  const placed = (body: JsonObject): Calls =>
    isUpdate
      ? [opens({ ...body, amount: plain['amount'] }), fee({ ...body, ...identifiers })]
      : [fee({ ...body, ...naming })];
  const owner = isUpdate && by !== undefined ? UPDATE_RULES[by] : by === undefined ? REQUIRED : EACH;
  const edits = editsOf(fields, plain);

  yield [REQUIRED, [fee(plain)]];
  // A service may refuse what it was sent before.
  const isSentAgain = calls.slice(0, -1).some(({ body }) => isDeepStrictEqual(body, calls.at(-1)?.body));
  if (isSentAgain) yield [REQUIRED, [fee(plain), fee(plain)]];
  if (!isUpdate) yield [owner, placed(plain)];
  else {
    const amount = plainAmounts.find((one) => one !== plain['amount']);
    const afterOthers: readonly Calls[] = [
      calls.map((one) => withFields(one, plain)),
      calls.map((one) => withFields(one, { ...plain, amount: fieldsOf(one)['amount'] })),
    ];
    const updates = [placed(plain), placed({ ...plain, amount }), ...(calls.length > 2 ? afterOthers : [])];
    for (const one of updates) {
      yield [UPDATE_RULES.sTxId, bySTxId(one)];
      yield [afterOthers.includes(one) && !isNamedAlike(calls) ? SEQUENCES : owner, one];
    }
  }
  for (const name of edits) {
    const body = { ...plain, ...amountBeside(name, fields), [name]: fields[name] };
    const ownerOfField = fieldRule(name, fields[name]);
    if (ownerOfField === OPAQUE) {
      const simple = { ...plain, [name]: ['spring'] };
      yield [EACH, [fee(simple)]];
      yield [EACH, placed(simple)];
    }
    yield [ownerOfField, [fee(body)]];
    yield [ownerOfField, placed(body)];
    // A service may refuse what the transaction has already.
    if (isUpdate && fieldsOf(calls[0])[name] !== undefined)
      yield [ownerOfField, [fee({ ...body, ...naming }), fee({ ...body, ...identifiers })]];
  }
  if (edits.length < 2) return;
  yield [ALL, [fee(fields)]];
  yield [ALL, placed(fields)];
}

/** Whether calls after the first one are updates that all name their transaction in the same way. */
function isNamedAlike(calls: Calls): boolean {
  const ways = calls.slice(1).map((one) => {
    const { sTxId, mTxId } = fieldsOf(one);

    return `${one.operation} ${sTxId !== undefined} ${mTxId !== undefined}`;
  });

  return new Set(ways).size === 1;
}

/** A total that is not above its amount may be refused. */
function amountBeside(name: string, { amount }: JsonObject): JsonObject {
  return name === 'totalAmount' ? { amount } : {};
}

const OPAQUE: RuleId = 'opaque/campaign-and-data-are-opaque';

function fieldRule(name: string, value: unknown): RuleId {
  switch (name) {
    case 'amount':
      return AMOUNTS;
    case 'nicn':
      return 'nicn/accepts-6-to-8-digits';
    case 'region':
      if (/^\d/.test(String(value))) return 'region/accepts-zip-code';

      return String(value).includes('-')
        ? 'region/accepts-iso-state-code'
        : 'region/accepts-two-letter-state';
    case 'processor':
      return PROCESSOR;
    case 'totalAmount':
      return 'multi-pay/accepts-part-of-total';
    case 'campaign':
    case 'data':
      return OPAQUE;
    default:
      return EACH;
  }
}

function* saleControls(
  refused: RefusedCall,
  plain: JsonObject,
  { traits: { saleExtras } }: RuleContext,
): Generator<ControlCalls> {
  const { calls, merchant, by, fields, identifiers } = refused;
  if (by === undefined) return;
  const fees = calls.filter(({ operation }) => operation === 'calculateFee');
  const first = fieldsOf(fees[0]);
  const isLate = by === 'both' && first['mTxId'] !== identifiers['mTxId'];
  const naming = isLate ? {} : defined({ mTxId: identifiers['mTxId'] ?? first['mTxId'] });
  const opened = (body: JsonObject) =>
    call('calculateFee', merchant, { ...withoutIdentifiers(body), ...naming });
  const sale = (body: JsonObject) => call('attachSale', merchant, body);
  const bySTxId = { sTxId: '{s1}', ...saleExtras };

  yield [SALE_RULES.sTxId, [opened(plain), sale(bySTxId)]];
  const named = [opened(plain), sale({ ...identifiers, ...saleExtras })];
  yield [isLate ? 'sale/accepts-late-mtxid' : SALE_RULES[by], named];
  const { authCode } = fields;
  if (authCode !== undefined) {
    const plainCode = { sTxId: '{s1}', authCode: PLAIN_CODE };
    yield ['sale/authcode-is-optional', [opened(plain), sale(plainCode)]];
    yield ['sale/authcode-is-opaque', [opened(plain), sale({ sTxId: '{s1}', authCode })]];
  }
  // With the fields that its updates gave it.
  const given = withoutIdentifiers(Object.assign({}, ...fees.map(fieldsOf)));
  const edits = editsOf(given, plain);
  const edited = edits.map((name) => ({ ...plain, ...amountBeside(name, given), [name]: given[name] }));
  for (const body of [...edited, first]) yield [SALE_RULES.sTxId, [opened(body), sale(bySTxId)]];
  if (fees.length < 2) return;
  const before = calls.slice(0, -1).map((one) => withFields(one, plain));
  const code = authCode === undefined ? {} : { authCode: PLAIN_CODE };
  for (const last of [bySTxId, { ...identifiers, ...code, ...saleExtras }])
    yield [SEQUENCES, [...before, sale(last)]];
}

const PLAIN_CODE = 'A1B2C3';

/** Such as `8 calls at the same time: 2 answered 500`. */
function summarizeAtOnce(atOnce: readonly ServiceCall[]): string {
  const statuses = atOnce.flatMap(({ response, outcome }) =>
    outcome.kind === 'refused' && response.kind === 'answered' ? [response.status] : [],
  );
  const counts = [...new Set(statuses)].map(
    (status) => `${statuses.filter((one) => one === status).length} answered ${status}`,
  );

  return `${atOnce.length} calls at the same time: ${counts.join(', ')}; alone such a call is accepted`;
}

/**
 * Such as `2 calls: an update by mTxId, with region "US-AZ", is refused; with "85004" it is accepted`. Undefined where
 * nothing differs from a plain call: the cause lies elsewhere, such as in the calls before it.
 */
async function summarize(
  refused: RefusedCall,
  plain: JsonObject,
  isRefused: IsRefused,
): Promise<string | undefined> {
  const { recorded, calls, merchant, fields, isSale } = refused;
  const differing = (what: string, otherwise: string) =>
    `${nameCalls(refused)}${what}, is refused; ${otherwise} it is accepted`;
  // An ordinary form, but not the plain one.
  const form = recorded
    .map((one) => /^\{([^m])\d+\}/.exec(String(fieldsOf(one)['mTxId']))?.[1])
    .find((one) => one !== undefined);
  const isRefusedPlainly = (all: Calls) => isRefused(all.map((one) => withFields(one, plain)));
  if (form && (await isRefusedPlainly(recorded)) && (await isRefusedPlainly(calls)) === false)
    return differing(`, with an mTxId ${MTXID_WORDS[form as MtxidForm]}`, `with one ${MTXID_WORDS.m}`);
  const last = JSON.stringify(fieldsOf(calls.at(-1))).replaceAll(/\{[ms]\d+\}/g, ANY_IDENTIFIER);
  const size = Buffer.byteLength(last);
  const isLarge = !isSale && size > LARGE;
  if (isLarge && (await isRefused([call('calculateFee', merchant, { raw: padded(plain, size) })])))
    return `${count(calls.length, 'call')}: a body of ${size} bytes is refused, whatever it holds; a shorter one is accepted`;
  const edited = isSale ? { ...withoutIdentifiers(fieldsOf(calls[0])), ...fields } : fields;
  const edits = editsOf(edited, plain);
  if (edits.length === 0) return undefined;
  const named = edits.map((name) => {
    const value = JSON.stringify(edited[name]);

    return name === 'cardToken' || value.length > LONGEST_SHOWN ? name : `${name} ${value}`;
  });
  const values = edits.map((name) => JSON.stringify(plain[name]));
  const of = isSale && edits.some((name) => name !== 'authCode') ? ' of a transaction' : '';

  return differing(
    `${of}, with ${named.join(' and ')}`,
    edits.every((name) => name in plain) ? `with ${values.join(' and ')}` : 'without',
  );
}

/** Characters of a value that a sentence shows. */
const LONGEST_SHOWN = 40;
/** As long as an identifier may be. */
const ANY_IDENTIFIER = 'x'.repeat(20);

/** Such as `2 calls: an update by sTxId of the merchant with several processors`. */
function nameCalls({ calls, merchant, isSale, isUpdate, by }: RefusedCall): string {
  const how = by === 'both' ? 'both identifiers' : by;
  const first = `a first call${by === undefined ? '' : ' with an mTxId'}`;
  const name = isSale ? `a sale by ${how}` : isUpdate ? `an update by ${how}` : first;

  return `${count(calls.length, 'call')}: ${name}${merchant === 'several' ? ' of the merchant with several processors' : ''}`;
}

/** Bytes above which the size of a body may be what is refused. */
const LARGE = 150;

/** JSON as large as the refused call, with white space in place of its further fields. */
function padded(plain: JsonObject, size: number): string {
  const text = JSON.stringify(plain);

  return `{${' '.repeat(Math.max(0, size - text.length))}${text.slice(1)}`;
}
