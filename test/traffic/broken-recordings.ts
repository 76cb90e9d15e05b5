/** Recordings with one planted defect of the service or of the client: in every call that can show it, in some, or in one. */
import type { Recording } from './innocent-recordings.ts';
import {
  type Answer,
  type Call,
  createService,
  createShop,
  type SendOptions,
  type Shop,
  toHar,
} from './shop.ts';

interface Seen {
  readonly call: Call;
  readonly answer: Answer;
  readonly body: Readonly<Record<string, unknown>>;
  readonly isFee: boolean;
  /** Which identifiers the call has. */
  readonly by: 'none' | 'sTxId' | 'mTxId' | 'both';
  /** The earlier calls of its order. */
  readonly before: number;
  /** An sTxId of another order. */
  readonly other: string;
}

interface ServiceDefect {
  readonly level?: 'should';
  readonly pricing?: true;
  readonly when?: (seen: Seen) => boolean;
  readonly answer: (seen: Seen) => Partial<Answer>;
}

const body = (change: (body: Seen['body'], seen: Seen) => unknown) => (seen: Seen) => ({
  body: change(seen.body, seen),
});
const isFee = (seen: Seen) => seen.isFee;
const isSale = (seen: Seen) => !seen.isFee;
const isUpdate = (by: Seen['by']) => (seen: Seen) => seen.isFee && seen.before > 0 && seen.by === by;
const isFirst = (by: Seen['by']) => (seen: Seen) => seen.isFee && seen.before === 0 && seen.by === by;
const isSaleBy = (by: Seen['by']) => (seen: Seen) => !seen.isFee && seen.by === by;
const mixed = body((own, { other }) => ({ ...own, sTxId: other }));
const fresh = body((own, { before }) => ({ ...own, sTxId: `${String(own['sTxId'])}-${before}` }));
const cents = (more: number) =>
  body((own) => ({ ...own, transactionFee: Math.round(Number(own['transactionFee']) * 100 + more) / 100 }));

const SERVICE: Readonly<Record<string, ServiceDefect>> = {
  'writes an array around the object': { when: isFee, answer: body((own) => [own]) },
  'answers null': { when: isFee, answer: body(() => null) },
  'answers a text': { when: isFee, answer: body(() => '"ok"') },
  'writes the fee as a string': { when: isFee, answer: body((own) => ({ ...own, transactionFee: '2.43' })) },
  'has a null fee': { when: isFee, answer: body((own) => ({ ...own, transactionFee: null })) },
  'leaves out the fee': { when: isFee, answer: body(({ transactionFee: _, ...own }) => own) },
  'has sTxIds that are numbers': { when: isFee, answer: body((own) => ({ ...own, sTxId: 7 })) },
  'has a null sTxId': { when: isFee, answer: body((own) => ({ ...own, sTxId: null })) },
  'leaves out the sTxId': { when: isFee, answer: body(({ sTxId: _, ...own }) => own) },
  'leaves out the message': { when: isFee, answer: body(({ message: _, ...own }) => own) },
  'gives two first calls one sTxId': { when: isFirst('none'), answer: mixed },
  'gives two mTxIds one sTxId': { when: isFirst('mTxId'), answer: mixed },
  'opens a transaction by an update by sTxId': { when: isUpdate('sTxId'), answer: fresh },
  'opens a transaction by an update by mTxId': { when: isUpdate('mTxId'), answer: fresh },
  'opens a transaction by an update by both': { when: isUpdate('both'), answer: fresh },
  'opens a transaction by the third update': {
    when: (seen) => seen.isFee && seen.before === 3,
    answer: fresh,
  },
  'answers an update by sTxId with another': { when: isUpdate('sTxId'), answer: mixed },
  'answers an update by mTxId with another': { when: isUpdate('mTxId'), answer: mixed },
  'answers a sale by sTxId with another': { when: isSaleBy('sTxId'), answer: mixed },
  'answers a sale by mTxId with another': { when: isSaleBy('mTxId'), answer: mixed },
  'answers a sale by mTxId with the mTxId': {
    when: isSaleBy('mTxId'),
    answer: body((own, { call }) => ({ ...own, sTxId: call.fields['mTxId'] })),
  },
  'answers a sale by both with another': { when: isSaleBy('both'), answer: mixed },
  'answers a sale with a number': { when: isSale, answer: body((own) => ({ ...own, sTxId: 7 })) },
  'adds a cent': { pricing: true, when: isFee, answer: cents(1) },
  'takes a tenth more': { pricing: true, when: isFee, answer: cents(1000) },
  'keeps the fee of the first call': {
    pricing: true,
    when: (seen) => seen.isFee && seen.before > 0,
    answer: body((own) => ({ ...own, transactionFee: 0.7 })),
  },
  'has fees of half cents': {
    level: 'should',
    when: isFee,
    answer: body((own) => ({ ...own, transactionFee: 2.435 })),
  },
  'has negative fees': {
    level: 'should',
    when: isFee,
    answer: body((own) => ({ ...own, transactionFee: -1 })),
  },
  'answers JSON as text': { level: 'should', when: isFee, answer: () => ({ type: 'text/plain' }) },
};

interface ClientDefect {
  readonly level?: 'should';
  /** The header is absent, which is a recorder's doing where it is absent everywhere. */
  readonly isAbsence?: true;
  readonly when?: 'fee' | 'sale';
  /** Changes a call; undefined for one that cannot show the defect. */
  readonly call?: (
    fields: Call['fields'],
  ) => ({ readonly fields?: Call['fields'] } & SendOptions) | undefined;
  readonly after?: (shop: Shop, fields: Call['fields']) => void;
}

const change = (more: Call['fields']) => (fields: Call['fields']) => ({ fields: { ...fields, ...more } });
/** What an update leaves out is a choice of the service; updates have the higher amounts. */
const changeFirst = (more: Call['fields']) => (fields: Call['fields']) =>
  Number(fields['amount']) < 50 ? { fields: { ...fields, ...more } } : undefined;
const unchanged = (fields: Call['fields']): { readonly fields: Call['fields'] } & SendOptions => ({ fields });
const CARD = '4242424242424242';

const CLIENT: Readonly<Record<string, ClientDefect>> = {
  'sends a region by its name': { when: 'fee', call: change({ region: 'Arizona' }) },
  'sends a country by its letters': { when: 'fee', call: change({ country: 'US' }) },
  'sends amounts as texts': { when: 'fee', call: change({ amount: '100' }) },
  'sends a nicn as a number': { when: 'fee', call: change({ nicn: 424242 }) },
  'sends a nicn of five digits': { when: 'fee', call: change({ nicn: '42424' }) },
  'sends a whole card number as nicn': { when: 'fee', call: change({ nicn: CARD }) },
  'sends a card number in data': { when: 'fee', call: change({ nicn: '424242', data: [CARD] }) },
  'leaves out the region': { when: 'fee', call: changeFirst({ region: undefined }) },
  'sends null for the region': { when: 'fee', call: changeFirst({ region: null }) },
  'sells without an identifier': { when: 'sale', call: () => ({ fields: { authCode: 'A' } }) },
  'sends forms': {
    call: () => ({ text: 'amount=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  },
  'sends arrays': { call: (fields) => ({ text: JSON.stringify([fields]) }) },
  'sends PUT': { call: () => ({ method: 'PUT' }) },
  'says XMLHttpRequest': { call: () => ({ headers: { 'x-requested-with': 'XMLHttpRequest' } }) },
  'leaves out X-Requested-With': {
    isAbsence: true,
    call: () => ({ headers: { 'x-requested-with': undefined } }),
  },
  'leaves out the media type': { isAbsence: true, call: () => ({ headers: { 'content-type': undefined } }) },
  'sells without a token': {
    when: 'sale',
    isAbsence: true,
    call: () => ({ headers: { authorization: undefined } }),
  },
  'sends another scheme': { call: () => ({ headers: { authorization: 'Basic bWU6c2VjcmV0' } }) },
  'pays more than the total': { when: 'fee', call: change({ amount: 200, totalAmount: 100 }) },
  'cuts an sTxId': {
    when: 'sale',
    call: ({ sTxId, ...fields }) =>
      sTxId === undefined ? undefined : { fields: { ...fields, sTxId: String(sTxId).slice(0, 20) } },
  },
  'sends noise in amounts': { level: 'should', when: 'fee', call: change({ amount: 107.97999999999999 }) },
  'misspells a field': { level: 'should', when: 'fee', call: change({ total_amount: 100 }) },
  'sends null for an optional field': { level: 'should', call: change({ processor: null, authCode: null }) },
  'names a security code': { level: 'should', call: change({ cvv: '123' }) },
  'sends the token in the address': { level: 'should', call: () => ({ query: '?access_token=abcdefgh' }) },
  'sells twice': {
    level: 'should',
    when: 'sale',
    after: ({ sale }, fields) => void sale({ ...fields, authCode: 'again' }),
  },
};

const OFTEN = {
  once: (n: number, at: number) => n === at,
  'one in five': (n: number) => n % 5 === 2,
  always: () => true,
} as const;

export interface BrokenRecording extends Recording {
  readonly level: 'must' | 'should';
  readonly side: 'client' | 'service';
}

export function brokenRecordings(): readonly BrokenRecording[] {
  const often = Object.keys(OFTEN) as (keyof typeof OFTEN)[];
  const service = Object.entries(SERVICE).flatMap(([name, defect]) =>
    often.map((how) => brokenService(name, defect, how)),
  );
  const client = Object.entries(CLIENT).flatMap(([name, defect]) =>
    often.flatMap((how) => (defect.isAbsence && how === 'always' ? [] : [brokenClient(name, defect, how)])),
  );

  return [...service, ...client];
}

function brokenService(name: string, defect: ServiceDefect, how: keyof typeof OFTEN): BrokenRecording {
  const serve = createService();
  const given: string[] = [];
  const calls = new Map<string, number>();
  let shown = 0;
  const at = name.length % 4;
  const shop = createShop((call) => {
    const answer = serve(call);
    const own = answer.body as Seen['body'];
    const sTxId = String(own['sTxId'] ?? '');
    const before = calls.get(sTxId) ?? 0;
    calls.set(sTxId, before + 1);
    const { sTxId: byS, mTxId: byM } = call.fields;
    const by =
      byS === undefined ? (byM === undefined ? 'none' : 'mTxId') : byM === undefined ? 'sTxId' : 'both';
    const other = given.find((one) => one !== sTxId) ?? '';
    if (answer.status === 200 && !given.includes(sTxId)) given.push(sTxId);
    const seen: Seen = { call, answer, body: own, by, before, other, isFee: call.path === '/v1/ch' };
    const isShown = answer.status === 200 && given.length > 2 && defect.when?.(seen) !== false;
    if (!isShown || !OFTEN[how](shown++, at)) return answer;

    return { ...answer, ...defect.answer(seen) };
  });
  for (let order = 0; order < 24; order++) shopHonestly(shop, order);

  return {
    name: `a service that ${name}, ${how}`,
    ...{ level: defect.level ?? 'must', side: 'service', isPriced: defect.pricing === true },
    har: toHar(shop.entries),
  };
}

/** What the client was given first is what it goes on with. */
function shopHonestly({ fee, sale }: Pick<Shop, 'fee' | 'sale'>, order: number): void {
  const request = { amount: 20 + order, nicn: '42424242', region: 'AZ' };
  const mTxId = `order-${order}`;
  const own = order % 3 === 0 ? {} : { mTxId };
  const { sTxId } = fee({ ...request, ...own });
  // Without an sTxId it goes on with its own identifier, or not at all.
  if (typeof sTxId !== 'string' && order % 3 === 0) return;
  const by = typeof sTxId === 'string' ? order % 3 : 1;
  const ids = [{ sTxId }, { mTxId }, { sTxId, mTxId }][by] ?? {};
  for (let n = 0; n < (order % 2) * 3; n++) fee({ ...request, amount: 50 + order + n, ...ids });
  sale({ ...ids, authCode: `A${order}` });
}

function brokenClient(name: string, defect: ClientDefect, how: keyof typeof OFTEN): BrokenRecording {
  const serve = createService();
  const shop = createShop((call) =>
    call.headers['authorization'] === undefined ? { status: 401, body: {} } : serve(call),
  );
  let shown = 0;
  const at = name.length % 4;
  const send = (which: 'fee' | 'sale') => (fields: Call['fields']) => {
    const isMeant = defect.when === undefined || defect.when === which;
    const broken = isMeant ? (defect.call ?? unchanged)(fields) : undefined;
    if (broken === undefined || !OFTEN[how](shown++, at)) return shop[which](fields);
    const { fields: changed = fields, ...options } = broken;
    const answer = shop[which](changed, options);
    defect.after?.(shop, fields);

    return answer;
  };
  for (let order = 0; order < 24; order++) shopHonestly({ fee: send('fee'), sale: send('sale') }, order);

  return {
    name: `a client that ${name}, ${how}`,
    ...{ level: defect.level ?? 'must', side: 'client', isPriced: false },
    har: toHar(shop.entries),
  };
}
