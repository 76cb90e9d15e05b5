/** A fee call and its sale with openapi-typescript and openapi-fetch. */
import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-fetch/schema';
import { feeRequest, report, service } from './service';

const header = { 'X-Requested-With': 'xhr' } as const;
const client = createClient<paths>({
  baseUrl: service.url,
  headers: { Authorization: `Bearer ${service.token}` },
});
const fee = await client.POST('/v1/ch', { params: { header }, body: feeRequest });
if (fee.data === undefined) throw new Error(fee.error.detail);
const sale = await client.POST('/v1/ch/sale', { params: { header }, body: { sTxId: fee.data.sTxId } });
report(fee.data.transactionFee, fee.data.sTxId, sale.data?.sTxId);
