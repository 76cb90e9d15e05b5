/** A fee call and its sale with each generated client: `node calls.mjs NAME`. Prints the results. */
import createClient from 'openapi-fetch';
import { attachSale, calculateFee } from './generated/hey-api';
import { client as heyApi } from './generated/hey-api/client.gen';
import type { paths } from './generated/openapi-fetch/schema';
import { FeeService, OpenAPI, SaleService } from './generated/openapi-typescript-codegen';
import * as orval from './generated/orval/client';

/** Those of the mock. */
const url = process.env['TOLLGATE_URL'] ?? '';
const token = process.env['TOLLGATE_TOKEN'] ?? '';
const header = { 'X-Requested-With': 'xhr' } as const;

/** Only the required fields: a client that requires others does not compile. */
const feeRequest = { amount: 100, nicn: '424242', region: '85004' };

interface Fee {
  readonly transactionFee: number;
  readonly sTxId: string;
}

/** Each makes a fee call, and returns the fee and the sTxId of its sale. */
const CALLS: Readonly<
  Record<string, () => Promise<{ readonly fee: Fee; readonly sold: string | undefined }>>
> = {
  async 'openapi-fetch'() {
    const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } });
    const fee = await client.POST('/v1/ch', { params: { header }, body: feeRequest });
    if (fee.data === undefined) throw new Error(fee.error.detail);
    const { sTxId } = fee.data;
    const sale = await client.POST('/v1/ch/sale', { params: { header }, body: { sTxId } });

    return { fee: fee.data, sold: sale.data?.sTxId };
  },

  async 'hey-api'() {
    heyApi.setConfig({ baseUrl: url, auth: token });
    const fee = await calculateFee({ headers: header, body: feeRequest });
    if (fee.data === undefined) throw new Error(fee.error.detail);
    const sale = await attachSale({ headers: header, body: { sTxId: fee.data.sTxId } });

    return { fee: fee.data, sold: sale.data?.sTxId };
  },

  async orval() {
    const headers = { ...header, Authorization: `Bearer ${token}` };
    const fee = await orval.calculateFee(feeRequest, { headers });
    if (fee.status !== 200) throw new Error(fee.data.detail);
    const sale = await orval.attachSale({ sTxId: fee.data.sTxId }, { headers });

    return { fee: fee.data, sold: sale.status === 200 ? sale.data.sTxId : undefined };
  },

  async 'openapi-typescript-codegen'() {
    OpenAPI.BASE = url;
    OpenAPI.TOKEN = token;
    const fee = await FeeService.calculateFee('xhr', feeRequest);

    return { fee, sold: (await SaleService.attachSale('xhr', { sTxId: fee.sTxId })).sTxId };
  },
};

const result = await CALLS[process.argv[2] ?? '']?.();
if (result === undefined || result.sold !== result.fee.sTxId)
  throw new Error(`the sale answered with ${result?.sold}, expected ${result?.fee.sTxId}`);
const { transactionFee, sTxId } = result.fee;
process.stdout.write(`${JSON.stringify({ transactionFee, sTxId })}\n`);
