import { itKeepsTheContract, itRetainsTheLast } from '../../test/ledgers/contract.ts';
import { itKeepsTheLaws } from '../../test/ledgers/laws.ts';
import { createMemoryLedger } from './memory.ts';

itKeepsTheContract(async () => createMemoryLedger());
itKeepsTheLaws(async () => createMemoryLedger(), 400);
itRetainsTheLast(async (retain) => createMemoryLedger({ retain }));
