/** Turns a converted Postman collection into a chain: a fee call, the same call as an update, and the sale. */

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
  readonly request?: { readonly method: string };
}

interface Collection {
  readonly item: readonly Item[];
}

const IS_SAME_TRANSACTION = [
  "pm.test('accepted', () => pm.expect(pm.response.code).to.equal(200));",
  'const { sTxId } = pm.response.json();',
  "const first = pm.collectionVariables.get('sTxId') ?? sTxId;",
  "pm.collectionVariables.set('sTxId', first);",
  "pm.test('the same transaction', () => pm.expect(sTxId).to.equal(first));",
];

/** Leaves the requests as converted, and adds checks of their responses. */
export function toChain(collection: Collection): Collection {
  const [fee, sale] = requestsOf(collection.item);
  if (fee === undefined || sale === undefined)
    throw new Error('expected a fee call and a sale in the collection');
  const event = [{ listen: 'test', script: { type: 'text/javascript', exec: IS_SAME_TRANSACTION } }];
  const item = [fee, { ...fee, name: `${fee.name}, as an update` }, sale].map((one) => ({ ...one, event }));

  return { ...collection, item };
}

function requestsOf(items: readonly Item[]): readonly Item[] {
  return items.flatMap((item) => [
    ...(item.request === undefined ? [] : [item]),
    ...requestsOf(item.item ?? []),
  ]);
}
