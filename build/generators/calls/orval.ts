/** A fee call and its sale with orval. */
import { attachSale, calculateFee } from '../generated/orval/client';
import { feeRequest, report, service } from './service';

const headers = { 'X-Requested-With': 'xhr', Authorization: `Bearer ${service.token}` };
const fee = await calculateFee(feeRequest, { headers });
if (fee.status !== 200) throw new Error(fee.data.detail);
const sale = await attachSale({ sTxId: fee.data.sTxId }, { headers });
report(fee.data.transactionFee, fee.data.sTxId, sale.status === 200 ? sale.data.sTxId : undefined);
