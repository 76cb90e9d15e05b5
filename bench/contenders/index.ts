/** The servers that are measured side by side, in the order of the rows: one is one file and one line here. */
import { bare } from './bare.ts';
import type { Contender } from './contender.ts';
import { openapiBackend } from './openapi-backend.ts';
import { prism } from './prism.ts';
import { tollgate } from './tollgate.ts';
import { wiremock } from './wiremock.ts';

export const CONTENDERS: readonly Contender[] = [tollgate, bare, openapiBackend, wiremock, prism];
