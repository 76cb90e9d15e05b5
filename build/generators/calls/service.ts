/** The mock that the generated clients call, and the check of their results. */

export const service = {
  url: process.env['TOLLGATE_URL'] ?? '',
  token: process.env['TOLLGATE_TOKEN'] ?? '',
};

/** Only the required fields: a client that requires others does not compile. */
export const feeRequest = { amount: 100, nicn: '424242', region: '85004' };

/** @throws Error unless the sale answers with the transaction of the fee call */
export function report(transactionFee: number, sTxId: string, sold: string | undefined): void {
  if (sold !== sTxId) throw new Error(`the sale answered with ${sold}, expected ${sTxId}`);
  process.stdout.write(`${JSON.stringify({ transactionFee, sTxId })}\n`);
}
