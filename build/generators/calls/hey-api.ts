/** A fee call and its sale with @hey-api/openapi-ts. */
import { attachSale, calculateFee } from '../generated/hey-api';
import { client } from '../generated/hey-api/client.gen';
import { feeRequest, report, service } from './service';

client.setConfig({ baseUrl: service.url, auth: service.token });
const headers = { 'X-Requested-With': 'xhr' } as const;
const fee = await calculateFee({ headers, body: feeRequest });
if (fee.data === undefined) throw new Error(fee.error.detail);
const sale = await attachSale({ headers, body: { sTxId: fee.data.sTxId } });
report(fee.data.transactionFee, fee.data.sTxId, sale.data?.sTxId);
