/** Generated from report.schema.json by `npm run generate`. Changes here are lost. */

import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';

interface components {
    schemas: {
        readonly Report: {
            /** @constant */
            readonly schema: 1;
            readonly tool: {
                /** @constant */
                readonly name: "tollgate";
                readonly version: string;
            };
            readonly contract: {
                readonly title: string;
                readonly version: string;
            };
            /**
             * @description Whether a service was judged, or a client of one.
             * @enum {string}
             */
            readonly subject: "service" | "client";
            /** @description What the report rests on; absent from reports of traffic, and of clients that a mock observed. */
            readonly digests?: components["schemas"]["Digests"];
            /** @description The address of the service, or the command of the client. */
            readonly target: string;
            /** @description The version of the service, as --build or a header of its responses names it. */
            readonly build?: string;
            /**
             * @description Present if tollgate sent nothing and judged the exchanges of others, so that no failure was repeated.
             * @constant
             */
            readonly passive?: true;
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            readonly startedAt: string;
            /** @description Milliseconds. */
            readonly durationMs: number;
            readonly seed: number;
            readonly effort: components["schemas"]["EffortName"];
            /** @description Whether a `should` counts as a `must`. */
            readonly strict: boolean;
            /**
             * @description Present if --only or --skip left out rules, so that the verdict says nothing about them. Observations do not count.
             * @constant
             */
            readonly partial?: true;
            /** @description The profile that the verdict is about; absent without one. Rules that count in it have `least`. */
            readonly profile?: {
                /** @description Such as `2026-11`. */
                readonly name: string;
                /** @description The chosen ones, in the order of the profile. */
                readonly modules: readonly string[];
                /** @description SHA-256 of its file, in lower-case hexadecimal digits. */
                readonly digest: string;
            };
            readonly verdict: components["schemas"]["Verdict"];
            /**
             * @description The exit code that follows from the verdict. An interrupted command ends with the exit code of the signal instead.
             * @enum {integer}
             */
            readonly exitCode: 0 | 1 | 3 | 4;
            /** @description The verdict without the disputed rules; absent where none that counts was judged. */
            readonly withoutDisputed?: components["schemas"]["Verdict"];
            /** @description Why the verdict was reached, in one sentence. */
            readonly summary: string;
            /** @description What the verdict leaves open, in sentences; absent where it leaves nothing open. */
            readonly notes?: readonly string[];
            /** @description Fees that were compared with those of a merchant file; absent without one. Traffic alone has it. */
            readonly fees?: components["schemas"]["FeeCounts"];
            /**
             * @description Present if the run was interrupted.
             * @constant
             */
            readonly interrupted?: true;
            readonly requests: number;
            /** @description Absent if no request was answered. */
            readonly latencies?: components["schemas"]["Latencies"];
            /** @description Rules by outcome: a warning and a waived or known failure count as `fail` here. */
            readonly counts: {
                readonly pass: number;
                readonly fail: number;
                readonly unstable: number;
                readonly blocked: number;
                readonly skipped: number;
                readonly observed: number;
                readonly broken: number;
            };
            /** @description What the calls exercised of the contract; absent from older reports, and where a service accepted no valid request. */
            readonly coverage?: components["schemas"]["Coverage"];
            readonly choices: {
                readonly [key: string]: string;
            };
            readonly rules: readonly components["schemas"]["ReportRule"][];
            /** @description Client rules that requests were to break on purpose (Tollgate-Deliberate); absent without such requests. */
            readonly deliberate?: readonly {
                readonly rule: components["schemas"]["AnyRuleId"];
                readonly requests: number;
            }[];
            /** @description Absent if no waiver is out of date. */
            readonly outOfDate?: readonly {
                /** @enum {string} */
                readonly kind: "expired" | "stale";
                readonly rule: components["schemas"]["AnyRuleId"];
                /** @description Absent if the waiver names none. */
                readonly shape?: string;
                readonly reason: string;
                readonly until: string;
            }[];
            /** @description Absent without a baseline. */
            readonly baseline?: {
                readonly target: string;
                /** Format: date-time */
                readonly startedAt: string;
                readonly effort: components["schemas"]["EffortName"];
                readonly strict: boolean;
                /** @description Rules that failed there, and pass here with what failed there. */
                readonly mended: readonly components["schemas"]["AnyRuleId"][];
            };
        };
        /** @description SHA-256, in lower-case hexadecimal digits, of what a report rests on. */
        readonly Digests: {
            /** @description The sources of the suite. */
            readonly suite: string;
            /** @description `openapi.yaml`. */
            readonly contract: string;
            /** @description The deployment file without its secrets, as a recording has it; absent from reports of clients. */
            readonly deployment?: string;
            /** @description The merchant file of the prices; absent without one. */
            readonly merchants?: string;
            /** @description The waivers, as a recording has them; absent without any. */
            readonly waivers?: string;
            /** @description The recording of the run; absent where there is none. */
            readonly recording?: string;
        };
        /** @enum {string} */
        readonly EffortName: "quick" | "standard" | "deep";
        /** @enum {string} */
        readonly Verdict: "conformant" | "nonconformant" | "inconclusive";
        readonly FeeCounts: {
            readonly compared: number;
            readonly differ: number;
            readonly notComparable: readonly {
                readonly why: string;
                readonly count: number;
            }[];
        };
        /** @description Response times of a run in milliseconds. */
        readonly Latencies: {
            readonly answered: number;
            /** @description Requests without a response; no other number here includes them. */
            readonly unanswered: number;
            /** @description The median. */
            readonly p50: number;
            readonly p95: number;
            readonly p99: number;
            readonly max: number;
            /** @description A histogram: each bucket counts the responses above the bound of the previous one. Empty ends are left out. */
            readonly buckets: readonly {
                readonly upTo: number;
                readonly answers: number;
            }[];
        };
        /** @description How many calls exercised each part of the contract. Calls that were put off, or whose token was refused, do not count. */
        readonly Coverage: {
            readonly operations: {
                readonly calculateFee: number;
                readonly attachSale: number;
            };
            /** @description By operation: the calls with each field of the contract. */
            readonly fields: {
                readonly calculateFee: {
                    readonly [key: string]: number;
                };
                readonly attachSale: {
                    readonly [key: string]: number;
                };
            };
            /** @description Such as `first call with mTxId`, `second update by mTxId` (`third` is also any later one) and `sale by both`. Each call has one at most. */
            readonly places: {
                readonly [key: string]: number;
            };
            /** @description The merchants of a deployment file, or those whose tokens calls had. */
            readonly merchants: {
                readonly [key: string]: number;
            };
            /** @description Of a service: the calls that showed each choice, in traffic one of sixteen after the first 2,000. Of a client: its calls while the mock chose otherwise than by default; empty where nothing varied. */
            readonly choices: {
                readonly [key: string]: number;
            };
        };
        readonly ReportRule: {
            readonly id: components["schemas"]["AnyRuleId"];
            /** @description Raised where the rule judges otherwise than before; absent from reports of older versions, and where it is 1 of a client. */
            readonly revision?: number;
            /** @description The day on which the rule was disputed: the challenge is open. */
            readonly disputed?: string;
            readonly section: string;
            /** @enum {string} */
            readonly level: "must" | "should" | "observe";
            readonly title: string;
            /** @enum {string} */
            readonly outcome: "pass" | "fail" | "unstable" | "blocked" | "skipped" | "observed" | "broken";
            /** @description Why the rule has this outcome. For a pass: what was not tested, or empty. */
            readonly reason: string;
            readonly exercised: number;
            readonly requests: number;
            /** @description Milliseconds. */
            readonly durationMs: number;
            readonly counterexample?: components["schemas"]["ReportCounterexample"];
            /** @description The kind of failure that the counterexample shows, independent of the seed; waivers name it. */
            readonly shape?: string;
            /** @description Failures of other shapes. Those that count come first. */
            readonly otherFailures?: readonly {
                readonly shape: string;
                /**
                 * @description `fail` if confirmed, `unstable` if it did not repeat every time.
                 * @enum {string}
                 */
                readonly outcome: "fail" | "unstable";
                readonly reason: string;
                readonly counterexample: components["schemas"]["ReportCounterexample"];
                readonly waived?: {
                    readonly reason: string;
                    /** @description The last day on which the waiver applies, such as 2027-01-31. */
                    readonly until?: string;
                    /** @description The waived rule that this rule depends on, and that kept it from being tested. */
                    readonly by?: components["schemas"]["AnyRuleId"];
                };
                readonly known?: {
                    /**
                     * Format: date-time
                     * @description When the failure was first reported, according to the baselines.
                     */
                    readonly since: string;
                    /** @description The known failure that this rule depends on, and that kept it from being tested. */
                    readonly by?: components["schemas"]["AnyRuleId"];
                };
            }[];
            /** @description The command that runs the counterexample again. A client rule may lack it. */
            readonly replay?: string;
            /**
             * @description Present for a should rule that counts as a must, since an option (--must) or the profile names it.
             * @constant
             */
            readonly counted?: true;
            /** @description The least number of judged calls that the profile requires; absent where the rule does not count in it. */
            readonly least?: number;
            /** @description Present if waivers accept every failure of the rule, so that it does not count. */
            readonly waived?: {
                readonly reason: string;
                /** @description The last day on which the waiver applies, such as 2027-01-31. */
                readonly until?: string;
                /** @description The waived rule that this rule depends on, and that kept it from being tested. */
                readonly by?: components["schemas"]["AnyRuleId"];
            };
            /** @description Present if the baseline has every failure of the rule, so that it does not count. */
            readonly known?: {
                /**
                 * Format: date-time
                 * @description When the failure was first reported, according to the baselines.
                 */
                readonly since: string;
                /** @description The known failure that this rule depends on, and that kept it from being tested. */
                readonly by?: components["schemas"]["AnyRuleId"];
            };
        };
        readonly AnyRuleId: AnyRuleId;
        readonly ReportCounterexample: {
            readonly expected: string;
            readonly got: string;
            /** @description The case itself, which `replay` runs again. */
            readonly case: unknown;
            /**
             * @description Present if the failure occurs only where all steps are sent over one connection, as the last `curl` sends them.
             * @constant
             */
            readonly connection?: "one";
            readonly steps: readonly components["schemas"]["ReportStep"][];
        };
        readonly ReportStep: {
            readonly request: {
                readonly method: string;
                readonly url: string;
                readonly headers: {
                    readonly [key: string]: string;
                };
                /** @description Empty for GET, which sends its fields in the query. A very long body is shortened here, and complete in `curl`. */
                readonly body: string;
            };
            readonly response: {
                readonly status: number;
                readonly headers: {
                    readonly [key: string]: string;
                };
                readonly body: string;
            } | {
                readonly none: string;
                readonly detail: string;
            };
            readonly curl: string;
            /** @description The Request-Id, by which a mock or proxy that still runs finds the exchange in its journal; absent from other reports. */
            readonly requestId?: string;
        };
        readonly TrafficReport: {
            /** @constant */
            readonly schema: 1;
            readonly tool: {
                /** @constant */
                readonly name: "tollgate";
                readonly version: string;
            };
            readonly contract: {
                readonly title: string;
                readonly version: string;
            };
            /** @description The address of the service, or the command of the client. */
            readonly target: string;
            /**
             * Format: date-time
             * @description ISO 8601, in UTC.
             */
            readonly startedAt: string;
            /** @constant */
            readonly subject: "traffic";
            /** @description Milliseconds. */
            readonly durationMs: number;
            /** @description The worst verdict of the sides: nonconformant before inconclusive before conformant. */
            readonly verdict: components["schemas"]["Verdict"];
            /**
             * @description The exit code that follows from the verdicts of the sides.
             * @enum {integer}
             */
            readonly exitCode: 0 | 1 | 3 | 4;
            /** @description Why the verdict was reached, in one sentence. */
            readonly summary: string;
            /**
             * @description Present if the run was interrupted.
             * @constant
             */
            readonly interrupted?: true;
            /** @description Exchanges that were judged. */
            readonly requests: number;
            /** @description The same by operation. */
            readonly exchanges: {
                readonly calculateFee: number;
                readonly attachSale: number;
            };
            readonly notJudged: readonly {
                /** @description A clause such as `the response never came`. */
                readonly why: string;
                readonly count: number;
            }[];
            /** @description By address: at most five, and the others as one. Absent where there are none. */
            readonly leftOut?: readonly components["schemas"]["LeftOutCount"][];
            /** @description The sides that were judged. The choices of the service are in its report. */
            readonly sides: readonly components["schemas"]["Report"][];
        };
        /** @description Exchanges of a recording that are not calls of the API. */
        readonly LeftOutCount: {
            /** @description Such as `https://cdn.example.com`. */
            readonly address: string;
            readonly count: number;
            /** @description The request whose path is most like that of an operation, such as `POST /api/ch`. */
            readonly nearest?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

export type ReportSchemas = components['schemas'];
