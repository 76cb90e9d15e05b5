/** The contract for tools that need one status for each answer and an example for each request. */
import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

/** The `mTxId` of both examples that have one. A caller opens its transaction before the judge runs. */
export const ORDER = 'order-1001';

/** The examples of the contract that a server with one merchant accepts, in any order. */
const SENT = { '/v1/ch': ['minimal', 'campaign'], '/v1/ch/sale': ['by-mtxid'] } as const;

/**
 * @param refusals whether the contract describes refusals; Dredd would make a call for each of them
 */
export function contractFor(refusals: 'described' | 'left out'): string {
  const contract = parse(readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8'));
  for (const [path, names] of Object.entries(SENT)) {
    const { post } = contract.paths[path];
    const sent = post.requestBody.content['application/json'];
    const answered = post.responses['2XX'].content['application/json'];
    const [answer] = Object.values(answered.examples);
    const sameFor = <T>(value: T) => Object.fromEntries(names.map((name) => [name, value]));
    // Specmatic pairs requests and answers by the name of the example.
    sent.examples = Object.fromEntries(names.map((name) => [name, sent.examples[name]]));
    answered.examples = sameFor(answer);
    const header = { name: 'X-Requested-With', in: 'header', required: true };
    const examples = { schema: { type: 'string', enum: ['xhr'] }, examples: sameFor({ value: 'xhr' }) };
    if (refusals === 'described') post.parameters = [{ ...header, ...examples }];
    post.responses = {
      200: post.responses['2XX'],
      ...(refusals === 'described' ? { 422: post.responses.default } : {}),
    };
  }
  // Of one or the other identifier Specmatic would make one up.
  contract.paths['/v1/ch/sale'].post.requestBody.content['application/json'].schema = {
    $ref: '#/components/schemas/SaleByMtxid',
  };

  return stringify(contract, { aliasDuplicateObjects: false });
}
