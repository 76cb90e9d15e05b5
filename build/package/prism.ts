/** Checks that the bundled Prism answers requests as Prism itself does. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readContract } from '../../src/contract/document.ts';
import { createPrism } from '../../src/mock/sampling/prism.ts';

const HEADERS = {
  'content-type': 'application/json',
  'x-requested-with': 'xhr',
  authorization: 'Bearer a.b.c',
};
const FEE = { amount: 100, nicn: '424242', region: 'AZ' };

const REQUESTS: readonly (readonly [path: string, body: unknown])[] = [
  ['/v1/ch', FEE],
  ['/v1/ch', { ...FEE, campaign: ['a'], country: '840', totalAmount: 200.5, mTxId: 'order-1' }],
  ['/v1/ch', { ...FEE, amount: '100', nicn: '4242', campaign: 'a', country: null }],
  ['/v1/ch', {}],
  ['/v1/ch', [FEE]],
  ['/v1/ch/sale', { sTxId: 'a', authCode: '1' }],
  ['/v1/ch/sale', { mTxId: 'a' }],
  ['/v1/ch/sale', { authCode: 1 }],
  ['/v1/elsewhere', FEE],
];

const PREFERENCES = [
  {},
  { code: 201 },
  { code: 422 },
  { code: 503 },
  { example: 'no-fee' },
  { example: 'none' },
];
const ACCEPTED = ['*/*', 'application/json', 'application/problem+json', 'text/html'];

/** @param folder of the installed package */
export async function checkPrism(folder: string): Promise<string> {
  const bundled: { readonly createPrism: typeof createPrism } = await import(
    pathToFileURL(join(folder, 'dist/src/mock/sampling/prism.js')).href
  );
  const [one, other] = await Promise.all([createPrism(readContract()), bundled.createPrism(readContract())]);
  let count = 0;
  for (const [path, body] of REQUESTS)
    for (const preference of PREFERENCES)
      for (const accept of ACCEPTED) {
        const request = { headers: { ...HEADERS, accept }, body };
        const [expected, got] = await Promise.all(
          [one, other].map((prism) =>
            prism.sample(path, request, preference).catch((error: unknown) => ({ threw: String(error) })),
          ),
        );
        count++;
        if (JSON.stringify(got) !== JSON.stringify(expected))
          throw new Error(
            `${path} ${JSON.stringify({ body, preference, accept })}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`,
          );
      }

  return `${count} requests`;
}
