/**
 * The shape of a failure: which call, what was special about its fields, and what came. Two failures of one rule with
 * one shape are taken for one defect, so a shape has nothing of the seed, of identifiers or of random values in it.
 */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { amountTraits, likeness, nicnTraits, regionTraits, textTraits } from './traits.ts';

/** A request of a counterexample and its answer, of a run or of a report. */
export interface ShapeStep {
  readonly operation: 'fee' | 'sale';
  readonly method: string;
  readonly body: string;
  /** Status and body; the cause where no answer came. */
  readonly answer: { readonly status: number; readonly text: string } | { readonly none: string };
}

export interface SeenFailure {
  readonly expected: string;
  readonly got: string;
  readonly steps: readonly ShapeStep[];
}

export interface Shape {
  /** Such as `update by mTxId`. */
  readonly call: string;
  /** What is special about the request, each such as `authCode: empty`. */
  readonly edits: readonly string[];
  /** The class of what came, such as `refused (4xx)`. */
  readonly got: string;
}

/** What was asked, whatever came of it. */
export type Tried = Pick<Shape, 'call' | 'edits'>;

type Fields = Readonly<Record<string, unknown>>;

export function shapeOf(rule: RuleId, { expected, got, steps }: SeenFailure): Shape {
  const index = failingStep(rule, got, steps);
  const step = steps[index];
  const came = classOf(expected, got);
  if (step === undefined) return { call: 'any call', edits: [], got: came };
  const earlier = steps.slice(0, index);
  const body = readFields(step.body);
  const call = callOf(step, body, earlier);
  if (rule.startsWith('auth/')) return { call: step.operation, edits: [expected], got: came };
  if (body === undefined) return { call, edits: ['body: no JSON object'], got: came };

  return { call, edits: [...editsOf(rule, step, body, call), ...pairOf(rule, body, earlier)], got: came };
}

/** Each request as a shape would name it: with what is special about it. */
export function triedIn(rule: RuleId, steps: readonly ShapeStep[]): readonly Tried[] {
  return steps.flatMap((step, index) => {
    const earlier = steps.slice(0, index);
    const body = readFields(step.body);
    if (body === undefined) return [];
    const call = callOf(step, body, earlier);

    return [{ call, edits: [...editsOf(rule, step, body, call), ...pairOf(rule, body, earlier)] }];
  });
}

/** Whether the request has all that the shape names, so that it would have failed likewise. */
export function isTriedBy({ call, edits }: Shape, tried: Tried): boolean {
  return call === tried.call && isPartOf({ edits, got: '' }, { edits: tried.edits, got: '' });
}

/** As it stands in reports and waiver files. */
export function writeShape({ call, edits, got }: Shape): string {
  return `${[call, ...edits].join(', ')} → ${got}`;
}

/** The shape that is written so; one that has no such form is no other's. */
export function readShape(text: string): Shape {
  const [request = '', ...got] = text.split(' → ');
  const [call = '', ...edits] = request.split(', ');

  return { call, edits, got: got.join(' → ') };
}

/** Whether everything that is special about the one request is so of the other. */
export function isPartOf(known: Pick<Shape, 'edits' | 'got'>, other: Pick<Shape, 'edits' | 'got'>): boolean {
  const lacking = ({ edits }: Pick<Shape, 'edits'>) =>
    edits.filter((edit) => edit.startsWith('without ')).join();

  return (
    known.got === other.got &&
    lacking(known) === lacking(other) &&
    known.edits.every((edit) => other.edits.includes(edit))
  );
}

/** Whether a failure may be another one's: the same answer to a call that has all that is special about that one, and more. */
export function explains(known: Shape, other: Shape): boolean {
  return known.call === other.call && isPartOf(known, other);
}

/** The step whose answer is the one that the failure tells of; else the last one, or the last update. */
function failingStep(rule: RuleId, got: string, steps: readonly ShapeStep[]): number {
  const told = /^(?:accepted|refused|unclear|token-refused|no answer): (\d{3} .+)$/s.exec(got)?.[1];
  const found =
    told === undefined
      ? -1
      : steps.findIndex(
          ({ answer }) =>
            'status' in answer && `${answer.status} ${answer.text}`.startsWith(told.slice(0, 200)),
        );

  if (found !== -1) return found;
  const updated = rule.includes('update')
    ? steps.findLastIndex((step, index) =>
        callOf(step, readFields(step.body), steps.slice(0, index)).startsWith('update'),
      )
    : -1;

  return updated === -1 ? steps.length - 1 : updated;
}

/** Server errors apart from other refusals, and every answer apart from none; texts and numbers as such. */
function classOf(expected: string, got: string): string {
  const none = /^(?:no answer|none): ([a-z-]+)/.exec(got)?.[1];
  if (none !== undefined) return `no answer (${none})`;
  const [, kind, status] = /^(accepted|refused|unclear|token-refused): (\d)\d\d\b/.exec(got) ?? [];
  if (kind === 'accepted') return 'accepted';
  if (kind !== undefined) return `${kind} (${status}xx)`;
  const remark = FEE.test(expected) ? /^-?[\d.]+(?:e[+-]?\d+)?(,.*)?$/s.exec(got) : null;
  if (remark !== null) return `another fee${plain(remark[1] ?? '')}`;
  if (/ more than once$| once more$/.test(got)) return 'one sTxId twice';
  if (/own sTxId/.test(expected)) return 'another sTxId';

  return `${plain(got)} for ${plain(expected)}`;
}

/** How an expectation ends that is a fee in US dollars. */
const FEE = / -?[\d.]+(?:e[+-]?\d+)?$/;
const MOST_OF_TEXT = 100;

function plain(text: string): string {
  return text
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => (/^"[a-z ]{1,20}"$/i.test(quoted) ? quoted : 'a text'))
    .replaceAll(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, 'N')
    .replaceAll(/\s+/g, ' ')
    .slice(0, MOST_OF_TEXT);
}

function callOf({ operation, method }: ShapeStep, body: Fields | undefined, earlier: readonly ShapeStep[]) {
  const by = method === 'POST' ? '' : ` by ${method}`;
  const [sTxId, mTxId] = [body?.['sTxId'], body?.['mTxId']];
  const isKnown = mTxId !== undefined && earlier.some((step) => readFields(step.body)?.['mTxId'] === mTxId);
  if (operation === 'sale') {
    const names = [sTxId === undefined ? '' : 'sTxId', mTxId === undefined ? '' : 'mTxId'].filter(Boolean);

    return `sale${by}${names.length === 0 ? ' without an identifier' : ` with ${names.join(' and ')}`}`;
  }
  if (sTxId === undefined) return isKnown ? `update with mTxId${by}` : `first call${by}`;

  return `update with sTxId${mTxId === undefined ? '' : ' and mTxId'}${by}`;
}

const REQUIRED = ['amount', 'nicn', 'region'];
const TEXTS = ['cardToken', 'authCode', 'country', 'processor'];
const LISTS = ['campaign', 'data'];
const MANY = 5;

function editsOf(rule: RuleId, { operation }: ShapeStep, body: Fields, call: string): readonly string[] {
  const isAbout = (...groups: readonly string[]) => groups.some((group) => rule.startsWith(group));
  const lacking = operation === 'fee' ? REQUIRED.filter((name) => body[name] === undefined) : [];
  const traitsOf = (name: string, value: unknown): readonly string[] | undefined => {
    const type = typeOf(value);
    if (type !== documentedType(name)) return name in DOCUMENTED ? [type] : undefined;
    if (name === 'nicn') return nicnTraits(String(value), isAbout('nicn/accepts'));
    if (name === 'region') return regionTraits(String(value), isAbout('region/'));
    if (name === 'amount') return isAbout(...ABOUT_AMOUNTS) ? amountTraits(Number(value)) : [];
    if (name === 'totalAmount') return isAbout('multi-pay/') ? [shareOf(body)] : ['given'];
    if (TEXTS.includes(name)) return isAbout(...ABOUT_TEXTS) ? describeText(String(value)) : ['given'];
    if (LISTS.includes(name))
      return isAbout(...ABOUT_TEXTS) ? describeList(value as readonly string[]) : ['given'];
    if (name === 'mTxId') return call === 'first call' && !isAbout('identity/') ? ['given'] : [];

    return name === 'sTxId' ? [] : undefined;
  };

  return [
    ...lacking.map((name) => `without ${name}`),
    ...Object.entries(body)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([name, value]) => {
        const traits = traitsOf(name, value);

        return traits === undefined ? ['an unknown field'] : traits.map((trait) => `${name}: ${trait}`);
      }),
  ];
}

const ABOUT_TEXTS = ['opaque/', 'sale/authcode-is-opaque'];
const ABOUT_AMOUNTS = ['fee-request/accepts-decimal', 'fee-request/refuses-negative'];

const DOCUMENTED: Readonly<Record<string, string>> = {
  amount: 'number',
  totalAmount: 'number',
  campaign: 'list of texts',
  data: 'list of texts',
  nicn: 'text',
  region: 'text',
  country: 'text',
  processor: 'text',
  cardToken: 'text',
  authCode: 'text',
  mTxId: 'text',
  sTxId: 'text',
};

function documentedType(name: string): string | undefined {
  return Object.hasOwn(DOCUMENTED, name) ? DOCUMENTED[name] : undefined;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? 'list of texts' : 'other list';

  return typeof value === 'string' ? 'text' : typeof value;
}

function describeText(text: string): readonly string[] {
  return text === '' ? ['empty'] : ['given', ...textTraits(text)];
}

function describeList(texts: readonly string[]): readonly string[] {
  if (texts.length === 0) return ['no texts'];
  const number = texts.length === 1 ? [] : [texts.length > MANY ? 'many texts' : 'several texts'];

  return [...new Set(['given', ...number, ...texts.flatMap(textTraits)])];
}

function shareOf({ amount, totalAmount }: Fields): string {
  const [part, total] = [Number(amount), Number(totalAmount)];
  if (part === total) return 'all of it';
  if (part > total) return 'less than the amount';

  return part < total / 20 ? 'a small part of it' : 'a part of it';
}

/** Of a rule on identifiers that look alike, how these two do. */
function pairOf(rule: RuleId, { mTxId }: Fields, earlier: readonly ShapeStep[]): readonly string[] {
  if (!/distinct-mtxids|mtxid-is-case-sensitive/.test(rule) || typeof mTxId !== 'string') return [];
  const other = earlier.map((step) => readFields(step.body)?.['mTxId']).findLast((one) => one !== mTxId);

  return typeof other === 'string' ? [`mTxIds: ${likeness(other, mTxId)}`] : [];
}

function readFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);

    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined;
  } catch {
    return undefined;
  }
}
