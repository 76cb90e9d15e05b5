import { describe, expect, it } from 'vitest';
import { createStoryteller, dollars, type StoryEntry, storyText } from './story.ts';

function fee(request: object, answer: object, more: Partial<StoryEntry> = {}): StoryEntry {
  return {
    ...{ status: 200, method: 'POST', path: '/v1/ch' },
    ...{ request: { headers: {}, body: request }, answer: { headers: {}, body: answer } },
    ...more,
  };
}

const ID = 'e178a3fe4baf7ac19b38dffd6ec6c109';
const OK = { transactionFee: 2.43, sTxId: ID, message: 'ok' };

describe('the story of an exchange', () => {
  it('tells a new price, its update and its sale from each other', () => {
    const tell = createStoryteller();
    const texts = [
      fee({ amount: 100, mTxId: 'order-1' }, OK),
      fee({ amount: 120, mTxId: 'order-1' }, { ...OK, transactionFee: 3 }),
      fee({ mTxId: 'order-1' }, { sTxId: ID }, { path: '/base/v1/ch/sale' }),
    ].map((entry) => storyText(tell(entry)));

    expect(texts).toEqual([
      'order-1 → new e178a3fe… fee 2.43',
      'order-1 → updated e178a3fe… fee 3.00',
      'order-1 → sold e178a3fe…',
    ]);
  });

  it('calls a price an update where the request names the sTxId, even one that was not seen before', () => {
    expect(createStoryteller()(fee({ sTxId: ID }, OK))).toMatchObject({ did: 'updated', sTxId: ID });
  });

  it.each<[string, StoryEntry]>([
    ['a status of 4xx', fee({}, OK, { status: 422 })],
    ['another message than ok', fee({}, { ...OK, message: 'declined' })],
    ['a refusal of the mock', fee({}, OK, { reasonCode: 'content-refused' })],
  ])('calls %s a refusal, which prices nothing', (_, entry) => {
    const tell = createStoryteller();

    expect(tell(entry)).not.toHaveProperty('fee');
    expect(tell(entry).did).toBe('refused');
    expect(tell(fee({}, OK)).did).toBe('new');
  });

  it('calls a response that a fault made a fault', () => {
    expect(createStoryteller()(fee({}, {}, { status: 503, fault: 'status=503' })).did).toBe('fault');
    expect(createStoryteller()(fee({}, OK, { fault: 'latency=20' })).did).toBe('new');
  });

  it.each(['no response', 'a part', undefined] as const)('says what the client received: %s', (received) => {
    const entry = fee({ mTxId: 'order-1' }, OK, received === undefined ? {} : { received });
    const story = createStoryteller()(entry);
    const lost = received === undefined ? '' : ` (the client received ${received})`;

    expect(story.received).toBe(received);
    expect(storyText(story)).toBe(`order-1 → new e178a3fe… fee 2.43${lost}`);
  });

  it('shows an amount that was sent as text as text', () => {
    const tell = createStoryteller();

    expect(tell(fee({ amount: '100' }, OK)).amount).toBe('"100"');
    expect(tell(fee({ amount: 100 }, OK)).amount).toBe('100.00');
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [[1]],
    [{ sTxId: 5, transactionFee: {} }],
    [{ transactionFee: 2 }],
    [{ sTxId: '', message: 'ok' }],
  ])('tells nothing of the body %j', (body) => {
    const story = createStoryteller()({ status: 200, path: '/v1/ch', answer: { headers: {}, body } });

    expect(story.did).toBe('other');
    expect(storyText(story)).toBe('');
  });

  it('shortens generated identifiers only', () => {
    const tell = createStoryteller();

    expect(storyText(tell(fee({ mTxId: 'order-2026-11-23-000017' }, OK)))).toContain(
      'order-2026-11-23-000017 →',
    );
  });
});

it.each([
  [2.4, '2.40'],
  [3, '3.00'],
  [2.435, '2.435'],
  [107.97999999999999, '107.97999999999999'],
  [-1.5, '-1.50'],
  [1e21, '1e+21'],
])('%d are %s dollars', (value, text) => {
  expect(dollars(value)).toBe(text);
});
