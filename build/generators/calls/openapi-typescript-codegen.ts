/** A fee call and its sale with openapi-typescript-codegen. */
import { FeeService, OpenAPI, SaleService } from '../generated/openapi-typescript-codegen';
import { feeRequest, report, service } from './service';

OpenAPI.BASE = service.url;
OpenAPI.TOKEN = service.token;
const fee = await FeeService.calculateFee('xhr', feeRequest);
const sale = await SaleService.attachSale('xhr', { sTxId: fee.sTxId });
report(fee.transactionFee, fee.sTxId, sale.sTxId);
