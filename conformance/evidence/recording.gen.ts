/** Generated from recording.schema.json by `npm run generate`. Changes here are lost. */

interface components {
    schemas: {
        readonly texts: readonly string[];
        readonly number: number;
        readonly time: number;
        readonly headers: readonly components["schemas"]["header"][];
        readonly events: readonly components["schemas"]["event"][];
        readonly content: {
            readonly text?: string;
            /** @constant */
            readonly encoding?: "base64";
        };
        readonly runHead: {
            readonly tool: string;
            readonly startedAt: string;
            readonly seed: number;
            /** @enum {unknown} */
            readonly effort: "quick" | "standard" | "deep";
            readonly strict: boolean;
            readonly must: components["schemas"]["texts"];
            readonly selected: components["schemas"]["texts"];
            readonly profile?: string;
            readonly waivers: readonly unknown[];
            readonly baseline?: {
                readonly [key: string]: unknown;
            };
            /** @constant */
            readonly kind: "conform";
            readonly build?: string;
            readonly maxRequests?: number;
            readonly maxTimeMs?: number;
            readonly stamps: {
                readonly text: string;
                readonly number: string;
            };
            readonly invocation: {
                readonly command: string;
                readonly reportPath?: string;
                readonly deploymentPath?: string;
                readonly reaching?: components["schemas"]["texts"];
            };
            readonly deployment: components["schemas"]["deployment"];
        };
        readonly runEntry: {
            readonly time: number;
            readonly request: {
                readonly method: string;
                readonly url: string;
                readonly headers: components["schemas"]["headers"];
            };
            readonly response: {
                readonly status: number;
                readonly headers: components["schemas"]["headers"];
                readonly content: components["schemas"]["content"];
            };
            readonly _run: {
                readonly number: components["schemas"]["number"];
                readonly at: components["schemas"]["time"];
                readonly how: {
                    readonly [key: string]: unknown;
                };
                readonly before?: components["schemas"]["events"];
                readonly lost?: {
                    /** @enum {unknown} */
                    readonly cause: "unreachable" | "timeout" | "reset" | "cut-off" | "not-http" | "too-large" | "throttled" | "redirected-away" | "proxy";
                    readonly detail: string;
                };
            };
        };
        readonly clientHead: {
            readonly tool: string;
            readonly startedAt: string;
            readonly seed: number;
            /** @enum {unknown} */
            readonly effort: "quick" | "standard" | "deep";
            readonly strict: boolean;
            readonly must: components["schemas"]["texts"];
            readonly selected: components["schemas"]["texts"];
            readonly profile?: string;
            readonly waivers: readonly unknown[];
            readonly baseline?: {
                readonly [key: string]: unknown;
            };
            readonly target: string;
            readonly like: {
                readonly [key: string]: string;
            };
            readonly command: string;
            readonly mockArguments: components["schemas"]["texts"];
            readonly timeLimit?: number;
            /** @constant */
            readonly kind: "check-client";
        };
        readonly clientEntry: {
            readonly time: number;
            readonly request: {
                readonly method: string;
                readonly url: string;
                readonly headers: components["schemas"]["headers"];
                readonly postData?: components["schemas"]["content"];
            };
            readonly response: {
                readonly status: number;
                readonly headers: components["schemas"]["headers"];
                readonly content: components["schemas"]["content"];
            };
            readonly pageref: string;
            readonly startedDateTime: string;
            readonly _tollgate: {
                readonly id: string;
                readonly service: string;
                /** @enum {unknown} */
                readonly delivery?: "lost" | "cut-off";
            };
            readonly _run: {
                readonly number: components["schemas"]["number"];
                readonly world: number;
                readonly merchant?: string;
                readonly several?: boolean;
                readonly endedAt: components["schemas"]["time"];
                readonly bodyLength?: components["schemas"]["number"];
                readonly staysOpen?: boolean;
            };
        };
        readonly deployment: {
            readonly file: {
                readonly [key: string]: unknown;
            };
            readonly variables: {
                readonly [key: string]: string;
            };
            readonly reach: {
                readonly insecure: boolean;
                /** @constant */
                readonly isPastProxy?: true;
                readonly proxy?: string;
                readonly variable?: string;
                readonly ca?: string;
                readonly cert?: string;
                readonly key?: string;
            };
            readonly pricing?: {
                readonly path: string;
                readonly text: string;
                readonly one: string;
                readonly several?: string;
            };
        };
        readonly page: {
            readonly id: string;
            readonly title: string;
            readonly _run: {
                readonly what: string;
                readonly choices: {
                    readonly [key: string]: string;
                };
                readonly faults: components["schemas"]["texts"];
                readonly exchanges: components["schemas"]["number"];
                /** @enum {unknown} */
                readonly ending: "by-itself" | "time-limit" | "attempts" | "interrupted";
                readonly exitCode?: number;
                readonly passed?: boolean;
                readonly reason?: string;
                readonly output?: string;
                readonly dropped: components["schemas"]["number"];
                readonly startedAt: components["schemas"]["time"];
                readonly endedAt: components["schemas"]["time"];
            };
        };
        readonly event: {
            /** @enum {unknown} */
            readonly kind: "pause" | "interruption";
            readonly of: components["schemas"]["number"];
            readonly at: components["schemas"]["time"];
        };
        readonly header: {
            readonly name: string;
            readonly value: string;
        };
        readonly runLog: {
            readonly _run: components["schemas"]["runHead"];
            readonly entries: readonly components["schemas"]["runEntry"][];
            readonly _run_end?: {
                readonly before: components["schemas"]["events"];
            };
        };
        readonly clientLog: {
            readonly _run: components["schemas"]["clientHead"];
            readonly entries: readonly components["schemas"]["clientEntry"][];
            readonly pages: readonly components["schemas"]["page"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

export type RecordingSchemas = components['schemas'];
