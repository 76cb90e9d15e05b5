/** A mock that answers a fee call with a number for an sTxId, and takes that number later. */
import { defect } from '../defect.ts';

function named(sTxId: unknown): { readonly sTxId?: unknown } {
  return sTxId === undefined ? {} : { sTxId };
}

export const hasStxidString = defect({
  rule: 'fee-response/has-stxid-string',
  summary: 'answers a fee call with a number for an sTxId, and takes that number later',
  create: () => {
    const numbered = new Map<string, unknown>();

    return {
      violations: (found, { request }) =>
        found.filter(({ pointer }) => pointer !== '/sTxId' || typeof request['sTxId'] !== 'number'),
      request: (request) => ({ ...request, ...named(numbered.get(String(request['sTxId']))) }),
      answer(body, { operation }) {
        if (operation !== 'calculateFee') return body;
        const number = Number.parseInt(String(body['sTxId']).slice(0, 12), 16);
        numbered.set(String(number), body['sTxId']);

        return { ...body, sTxId: number };
      },
    };
  },
});
