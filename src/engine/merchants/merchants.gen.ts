/** Generated from merchants.schema.json by `npm run generate`. Changes here are lost. */

interface components {
    schemas: {
        readonly scenarios: {
            readonly [key: string]: components["schemas"]["scenario"];
        };
        readonly scenario: {
            readonly about: string;
            readonly faults?: components["schemas"]["faults"];
            readonly choices?: components["schemas"]["choices"];
            readonly clock?: readonly components["schemas"]["day"][];
            readonly merchant?: {
                readonly pricing?: components["schemas"]["pricing"];
                readonly cards?: components["schemas"]["cards"];
                readonly rules?: readonly components["schemas"]["rule"][];
            };
        };
        readonly choices: {
            readonly "success-status"?: "200" | "201" | "202";
            readonly "sale-status"?: "200" | "201" | "202";
            readonly "extra-response-fields"?: "none" | "flat" | "nested";
            readonly "number-form"?: "shortest" | "two-decimals" | "six-decimals" | "exponent";
            readonly "field-order"?: "documented" | "reversed" | "alphabetical";
            readonly "json-layout"?: "compact" | "indented" | "escaped";
            readonly "response-media-type"?: "json" | "json-charset" | "json-suffix" | "text-plain" | "none";
            readonly "stxid-form"?: "hex" | "uuid" | "ulid" | "base64url" | "digits" | "prefixed" | "long";
            readonly refusal?: "problem" | "json" | "html" | "empty" | "2xx-message" | "2xx-message-stxid" | "2xx-zero-fee" | "2xx-zero-fee-stxid";
            readonly "refusal-status"?: "422" | "400" | "404" | "409" | "500";
            readonly "malformed-json-status"?: "400" | "422" | "500";
            readonly "unknown-transaction-status"?: "422" | "404" | "400" | "410";
            readonly "missing-token"?: "401" | "403" | "400" | "take";
            readonly "invalid-token"?: "401" | "403" | "400" | "take";
            readonly "expired-token"?: "take" | "refuse";
            readonly "missing-x-requested-with"?: "refuse" | "take";
            readonly "unknown-stxid-on-fee"?: "refuse" | "open";
            readonly "mismatched-identifiers"?: "refuse" | "stxid-decides";
            readonly "partial-update"?: "refuse" | "keep";
            readonly "update-after-sale"?: "take" | "keep" | "refuse";
            readonly "update-to-another-card"?: "take" | "refuse";
            readonly "second-sale"?: "replace" | "keep" | "refuse";
            readonly "unknown-request-fields"?: "ignore" | "refuse";
            readonly "null-optional-fields"?: "refuse" | "ignore";
            readonly "zero-amount"?: "take" | "refuse";
            readonly "amount-beyond-cents"?: "take" | "round" | "refuse";
            readonly "largest-amount"?: "any" | "1000000" | "100000" | "10000";
            readonly "longest-mtxid"?: "any" | "255" | "64" | "36" | "20";
            readonly "mtxid-characters"?: "any" | "plain" | "dashes";
            readonly "longest-text"?: "any" | "1000" | "255" | "50" | "32";
            readonly "longest-authcode"?: "any" | "1000" | "255" | "50" | "32" | "16";
            readonly "empty-texts"?: "take" | "refuse" | "refuse-blank";
            readonly "control-characters"?: "take" | "refuse-null" | "refuse";
            readonly "empty-lists"?: "take" | "refuse";
            readonly "repeated-texts"?: "take" | "refuse";
            readonly "texts-beyond-bmp"?: "take" | "refuse";
            readonly "attack-like-texts"?: "take" | "refuse";
            readonly trims?: "keep" | "trim";
            readonly "other-countries"?: "free" | "price" | "refuse";
            readonly "equal-total"?: "take" | "refuse";
            readonly "most-texts"?: "any" | "20" | "10" | "5";
            readonly "largest-body"?: "any" | "65536" | "8192" | "2048" | "1024";
            readonly lockout?: "none" | "401" | "429";
            readonly "rate-limiting"?: "none" | "429" | "503";
        };
        readonly merchant: {
            readonly processors: readonly components["schemas"]["processor"][];
            readonly cards?: components["schemas"]["cards"];
            readonly regions?: components["schemas"]["regions"];
            readonly eligibility?: components["schemas"]["eligibility"];
            readonly multiPay?: components["schemas"]["multiPay"];
            readonly rounding?: components["schemas"]["rounding"];
            readonly faults?: components["schemas"]["faults"];
        };
        readonly processor: {
            readonly mid: string;
            readonly name: string;
            readonly pricing: components["schemas"]["pricing"];
        };
        readonly pricing: {
            readonly model: "interchange-plus" | "tiered" | "percent-plus-fixed" | "flat" | "bands" | "membership";
        } & (components["schemas"]["interchangePlus"] | components["schemas"]["tiered"] | components["schemas"]["percentPlusFixed"] | components["schemas"]["flat"] | components["schemas"]["bands"] | components["schemas"]["membership"]);
        readonly interchangePlus: {
            readonly model: "interchange-plus";
            readonly interchange: components["schemas"]["interchange"];
            readonly network: components["schemas"]["figures"];
            readonly markup: components["schemas"]["figures"];
            readonly service: components["schemas"]["service"];
            readonly cap?: components["schemas"]["cap"];
        };
        readonly tiered: {
            readonly model: "tiered";
            readonly service?: components["schemas"]["service"];
            readonly qualified: components["schemas"]["figures"];
            readonly "mid-qualified": components["schemas"]["figures"];
            readonly "non-qualified": components["schemas"]["figures"];
            readonly prefixes?: readonly {
                readonly prefix: components["schemas"]["prefix"];
                readonly tier: components["schemas"]["tier"];
            }[];
            readonly kinds?: readonly {
                readonly kind: components["schemas"]["kind"];
                readonly tier: components["schemas"]["tier"];
            }[];
            readonly default?: components["schemas"]["tier"];
            readonly unlisted?: components["schemas"]["unlisted"];
            readonly cap?: components["schemas"]["cap"];
        };
        readonly percentPlusFixed: {
            readonly model: "percent-plus-fixed";
            readonly percent: components["schemas"]["percent"];
            readonly fixed: components["schemas"]["dollars"];
            readonly cap?: components["schemas"]["cap"];
        };
        readonly flat: {
            readonly model: "flat";
            readonly fixed: components["schemas"]["dollars"];
            readonly cap?: components["schemas"]["cap"];
        };
        readonly bands: {
            readonly model: "bands";
            readonly bands: readonly {
                readonly upTo?: components["schemas"]["dollars"];
                readonly percent: components["schemas"]["percent"];
                readonly fixed: components["schemas"]["dollars"];
            }[];
            readonly cap?: components["schemas"]["cap"];
        };
        readonly membership: {
            readonly model: "membership";
            readonly interchange: components["schemas"]["interchange"];
            readonly network: components["schemas"]["figures"];
            readonly fixed: components["schemas"]["dollars"];
            readonly cap?: components["schemas"]["cap"];
        };
        readonly interchange: {
            readonly default?: components["schemas"]["figures"];
            readonly rows: readonly {
                readonly prefix: components["schemas"]["prefix"];
                readonly percent: components["schemas"]["percent"];
                readonly fixed: components["schemas"]["dollars"];
            }[];
            readonly unlisted?: components["schemas"]["unlisted"];
        };
        readonly service: {
            readonly percent: components["schemas"]["percent"];
        };
        readonly cap: {
            readonly percent?: components["schemas"]["percent"];
            readonly fixed?: components["schemas"]["dollars"];
        };
        readonly figures: {
            readonly percent: components["schemas"]["percent"];
            readonly fixed: components["schemas"]["dollars"];
        };
        readonly tier: "qualified" | "mid-qualified" | "non-qualified";
        readonly unlisted: "free" | "refuse";
        readonly cards: {
            readonly kinds?: readonly {
                readonly prefix: components["schemas"]["prefix"];
                readonly kind: components["schemas"]["kind"];
            }[] | "test-cards";
            readonly unknown?: components["schemas"]["kind"];
        };
        readonly regions: {
            readonly unassignedZip?: "price" | "refuse";
        };
        readonly eligibility: {
            readonly rules?: readonly components["schemas"]["rule"][] | "illustrative";
            readonly countries?: readonly string[];
            readonly waivedBy?: readonly string[];
        };
        readonly rule: {
            readonly name: string;
            readonly country?: string;
            readonly state?: string;
            readonly brand?: "visa" | "mastercard" | "american-express" | "diners-club" | "discover" | "troy" | "jcb" | "unionpay" | "naranja" | "verve" | "maestro" | "elo" | "mir" | "hiper" | "hipercard" | "unknown";
            readonly kind?: components["schemas"]["kind"];
            readonly from?: components["schemas"]["day"];
            readonly to?: components["schemas"]["day"];
            readonly source: string;
            readonly effect: "prohibit" | "cap-at-share" | "cap-at-cost" | "cap-at-share-or-cost";
        } & ({
            readonly name?: unknown;
            readonly country?: unknown;
            readonly state?: unknown;
            readonly brand?: unknown;
            readonly kind?: unknown;
            readonly from?: unknown;
            readonly to?: unknown;
            readonly source?: unknown;
            readonly effect?: "prohibit" | "cap-at-cost";
        } | {
            readonly name?: unknown;
            readonly country?: unknown;
            readonly state?: unknown;
            readonly brand?: unknown;
            readonly kind?: unknown;
            readonly from?: unknown;
            readonly to?: unknown;
            readonly source?: unknown;
            readonly effect?: "cap-at-share" | "cap-at-share-or-cost";
            readonly percent: components["schemas"]["percent"];
        });
        readonly multiPay: {
            readonly fixed?: "each" | "shared";
            readonly cap?: "each" | "shared";
        };
        readonly rounding: {
            readonly mode?: "half-up" | "half-even" | "half-down" | "up" | "down";
            readonly decimals?: number;
        };
        readonly percent: string & (unknown & unknown & unknown);
        readonly dollars: string & (unknown & unknown & unknown);
        readonly prefix: string;
        readonly kind: "credit" | "debit" | "prepaid" | "commercial" | "government" | "unknown";
        readonly day: string;
        readonly faults: readonly {
            readonly when?: components["schemas"]["condition"];
            readonly then: components["schemas"]["fault"];
        }[];
        readonly condition: {
            readonly path?: "/v1/ch" | "/v1/ch/sale";
            readonly amount?: number | string;
            readonly body?: {
                readonly [key: string]: string | number | boolean;
            };
            readonly every?: number;
            readonly probability?: number;
            readonly times?: number;
        };
        readonly fault: {
            readonly latency?: number;
            readonly jitter?: number;
            readonly status?: number;
            readonly "retry-after"?: number;
            readonly reset?: true | "before" | "after";
            readonly hang?: true | "before" | "after";
            readonly truncated?: true;
            readonly malformed?: true;
            readonly empty?: true;
            readonly close?: true;
            readonly refuse?: true;
            readonly message?: string;
            readonly "no-fields"?: true;
            readonly "zero-fee"?: true;
            readonly "slow-body"?: number;
            readonly "truncated-gzip"?: true;
            readonly "content-length"?: "long" | "short";
            readonly "single-bytes"?: true;
            readonly "no-content"?: true;
            readonly "duplicate-header"?: true;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

export type Schemas = components['schemas'];
