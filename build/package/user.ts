/** A user's program that imports every entry. It has to compile with strict options against the installed package. */
import { createMock, type FeeRequest, MockError, startMock } from 'tollgate';
import { createFeeClient, FeeClientError } from 'tollgate/client';
import { conform, REPORTERS, readDeploymentFile, readWaiverFile } from 'tollgate/conformance';
import {
  createMemoryLedger,
  type Ledger,
  LedgerError,
  openRedisLedger,
  openSqliteLedger,
} from 'tollgate/ledger';
import { type ConformanceOptions, describeConformance } from 'tollgate/vitest';

const body: FeeRequest = { amount: 1, nicn: '424242', region: 'AZ' };
const ledger: Ledger = createMemoryLedger({ retain: 10 });
const stored: Promise<Ledger>[] = [openSqliteLedger('a.db'), openRedisLedger('redis://127.0.0.1:6379')];
const mock = await startMock({ ledger, choices: { 'success-status': '201' } });
const fee = (await mock.inject({ path: '/v1/ch', body })).json();
export const asked: number | string = 'transactionFee' in fee ? fee.transactionFee : fee.detail;
const sale = (await mock.inject({ path: '/v1/ch/sale', body: {} })).json();
export const sold: string = 'sTxId' in sale ? sale.sTxId : sale.title;
// @ts-expect-error the type of other answers is unknown
(await mock.inject({ path: '/' })).json().title;
// @ts-expect-error no such choice
await createMock({ choices: { 'success-status': '299' } });
const client = createFeeClient({ baseUrl: mock.url, token: async () => mock.token() });
const priced = await client.update({ ...body, mTxId: 'order-1' }, { signal: AbortSignal.timeout(1) });
export const outcome: number | string =
  priced.kind === 'fee'
    ? priced.transactionFee
    : priced.kind === 'refused'
      ? (priced.message ?? '')
      : priced.kind;
const options: ConformanceOptions = { url: () => startMock(), effort: 'quick', skip: ['nicn'] };
describeConformance(options);
const [deployment, waivers] = [readDeploymentFile('staging.yaml'), readWaiverFile('waivers.yaml')];
export const page: string = REPORTERS.html(await conform({ deployment, waivers }));
export const code = (error: unknown) =>
  error instanceof MockError || error instanceof FeeClientError || error instanceof LedgerError
    ? error.code
    : stored.length;
