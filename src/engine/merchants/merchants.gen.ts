/** Generated from merchants.schema.json by `npm run generate`. Changes here are lost. */

interface components {
    schemas: {
        /** @description Scenarios of a mock by name, beside those that every mock has. */
        readonly scenarios: {
            readonly [key: string]: components["schemas"]["scenario"];
        };
        readonly scenario: {
            /**
             * @description What it does, in a sentence.
             * @example Every call is refused with 503.
             */
            readonly about: string;
            readonly faults?: components["schemas"]["faults"];
            readonly choices?: components["schemas"]["choices"];
            /** @description The days of its fee calls, one after another; the last one stays. */
            readonly clock?: readonly components["schemas"]["day"][];
            /** @description What it changes of every merchant. */
            readonly merchant?: {
                /** @description The price at every processor. */
                readonly pricing?: components["schemas"]["pricing"];
                readonly cards?: components["schemas"]["cards"];
                /** @description Rules about surcharges, beside those of the merchant. */
                readonly rules?: readonly components["schemas"]["rule"][];
            };
        };
        /** @description What the mock does where the document leaves it open. */
        readonly choices: {
            /**
             * @description Which HTTP status does an accepted fee call return?
             * @enum {unknown}
             */
            readonly "success-status"?: "200" | "201" | "202";
            /**
             * @description Which HTTP status does an accepted sale return?
             * @enum {unknown}
             */
            readonly "sale-status"?: "200" | "201" | "202";
            /**
             * @description Which undocumented fields does a success response have?
             * @enum {unknown}
             */
            readonly "extra-response-fields"?: "none" | "flat" | "nested";
            /**
             * @description How is the fee formatted?
             * @enum {unknown}
             */
            readonly "number-form"?: "shortest" | "two-decimals" | "six-decimals" | "exponent";
            /**
             * @description In which order does a success response have its fields?
             * @enum {unknown}
             */
            readonly "field-order"?: "documented" | "reversed" | "alphabetical";
            /**
             * @description How is the JSON of a success response formatted?
             * @enum {unknown}
             */
            readonly "json-layout"?: "compact" | "indented" | "escaped";
            /**
             * @description Which Content-Type does a success response have?
             * @enum {unknown}
             */
            readonly "response-media-type"?: "json" | "json-charset" | "json-suffix" | "text-plain" | "none";
            /**
             * @description Which form does an sTxId have?
             * @enum {unknown}
             */
            readonly "stxid-form"?: "hex" | "uuid" | "ulid" | "base64url" | "digits" | "prefixed" | "long";
            /**
             * @description Which form does a refusal have?
             * @enum {unknown}
             */
            readonly refusal?: "problem" | "json" | "html" | "empty" | "2xx-message" | "2xx-message-stxid" | "2xx-zero-fee" | "2xx-zero-fee-stxid";
            /**
             * @description Which HTTP status does a request with invalid content get?
             * @enum {unknown}
             */
            readonly "refusal-status"?: "422" | "400" | "404" | "409" | "500";
            /**
             * @description Which HTTP status does a body of invalid JSON get?
             * @enum {unknown}
             */
            readonly "malformed-json-status"?: "400" | "422" | "500";
            /**
             * @description Which HTTP status do identifiers of no transaction get?
             * @enum {unknown}
             */
            readonly "unknown-transaction-status"?: "422" | "404" | "400" | "410";
            /**
             * @description What happens to a request without a token?
             * @enum {unknown}
             */
            readonly "missing-token"?: "401" | "403" | "400" | "take";
            /**
             * @description What happens to a request with a malformed token or an unknown merchant?
             * @enum {unknown}
             */
            readonly "invalid-token"?: "401" | "403" | "400" | "take";
            /**
             * @description What happens to a request with an expired token?
             * @enum {unknown}
             */
            readonly "expired-token"?: "take" | "refuse";
            /**
             * @description What happens to a request without the header X-Requested-With?
             * @enum {unknown}
             */
            readonly "missing-x-requested-with"?: "refuse" | "take";
            /**
             * @description What happens after five calls with a wrong token?
             * @enum {unknown}
             */
            readonly lockout?: "none" | "401" | "429";
            /**
             * @description How does the service limit the rate of requests?
             * @enum {unknown}
             */
            readonly "rate-limiting"?: "none" | "429" | "503";
            /**
             * @description What happens to a fee call with an unknown sTxId?
             * @enum {unknown}
             */
            readonly "unknown-stxid-on-fee"?: "refuse" | "open";
            /**
             * @description What happens to a call whose mTxId contradicts its sTxId?
             * @enum {unknown}
             */
            readonly "mismatched-identifiers"?: "refuse" | "stxid-decides";
            /**
             * @description What happens to an update without amount, nicn or region?
             * @enum {unknown}
             */
            readonly "partial-update"?: "refuse" | "keep";
            /**
             * @description What happens to a fee call for a transaction with a sale?
             * @enum {unknown}
             */
            readonly "update-after-sale"?: "take" | "keep" | "refuse";
            /**
             * @description What happens to an update with another card?
             * @enum {unknown}
             */
            readonly "update-to-another-card"?: "take" | "refuse";
            /**
             * @description What happens to a second sale of a transaction?
             * @enum {unknown}
             */
            readonly "second-sale"?: "replace" | "keep" | "refuse";
            /**
             * @description What happens to a request with undocumented fields?
             * @enum {unknown}
             */
            readonly "unknown-request-fields"?: "ignore" | "refuse";
            /**
             * @description What happens to a request with null in an optional field?
             * @enum {unknown}
             */
            readonly "null-optional-fields"?: "refuse" | "ignore";
            /**
             * @description What happens to a fee call with an amount of 0?
             * @enum {unknown}
             */
            readonly "zero-amount"?: "take" | "refuse";
            /**
             * @description What happens to an amount with more than two decimals?
             * @enum {unknown}
             */
            readonly "amount-beyond-cents"?: "take" | "round" | "refuse";
            /**
             * @description Which characters can an mTxId contain?
             * @enum {unknown}
             */
            readonly "mtxid-characters"?: "any" | "plain" | "dashes";
            /**
             * @description What happens to an empty text in campaign, data or authCode?
             * @enum {unknown}
             */
            readonly "empty-texts"?: "take" | "refuse" | "refuse-blank";
            /**
             * @description What happens to a text with control characters in campaign, data or authCode?
             * @enum {unknown}
             */
            readonly "control-characters"?: "take" | "refuse-null" | "refuse";
            /**
             * @description What happens to a campaign or data without entries?
             * @enum {unknown}
             */
            readonly "empty-lists"?: "take" | "refuse";
            /**
             * @description What happens to a campaign or data with two equal entries?
             * @enum {unknown}
             */
            readonly "repeated-texts"?: "take" | "refuse";
            /**
             * @description What happens to a text with characters beyond the Basic Multilingual Plane, such as emoji?
             * @enum {unknown}
             */
            readonly "texts-beyond-bmp"?: "take" | "refuse";
            /**
             * @description What happens to a text that a web application firewall takes for an attack?
             * @enum {unknown}
             */
            readonly "attack-like-texts"?: "take" | "refuse";
            /**
             * @description What happens to white space at the ends of a nicn, region, processor or mTxId?
             * @enum {unknown}
             */
            readonly trims?: "keep" | "trim";
            /**
             * @description What happens to a fee call with another country than 840?
             * @enum {unknown}
             */
            readonly "other-countries"?: "free" | "price" | "refuse";
            /**
             * @description What happens to a fee call whose totalAmount equals its amount?
             * @enum {unknown}
             */
            readonly "equal-total"?: "take" | "refuse";
            /**
             * @description What is the largest accepted amount, in US dollars?
             * @enum {unknown}
             */
            readonly "largest-amount"?: "any" | "1000000" | "100000" | "10000";
            /**
             * @description How many characters can an mTxId have?
             * @enum {unknown}
             */
            readonly "longest-mtxid"?: "any" | "255" | "64" | "36" | "20";
            /**
             * @description How many characters can an entry of campaign or data have?
             * @enum {unknown}
             */
            readonly "longest-text"?: "any" | "1000" | "255" | "50" | "32";
            /**
             * @description How many characters can an authCode have?
             * @enum {unknown}
             */
            readonly "longest-authcode"?: "any" | "1000" | "255" | "50" | "32" | "16";
            /**
             * @description How many entries can campaign and data each have?
             * @enum {unknown}
             */
            readonly "most-texts"?: "any" | "20" | "10" | "5";
            /**
             * @description How many bytes can a request body have?
             * @enum {unknown}
             */
            readonly "largest-body"?: "any" | "65536" | "8192" | "2048" | "1024";
        };
        readonly merchant: {
            /** @description The processors, each with its pricing. */
            readonly processors: readonly components["schemas"]["processor"][];
            readonly cards?: components["schemas"]["cards"];
            readonly regions?: components["schemas"]["regions"];
            readonly eligibility?: components["schemas"]["eligibility"];
            readonly multiPay?: components["schemas"]["multiPay"];
            readonly rounding?: components["schemas"]["rounding"];
            readonly faults?: components["schemas"]["faults"];
        };
        readonly processor: {
            /**
             * @description The merchant identification number (MID), as a string.
             * @example 700100
             */
            readonly mid: string;
            /**
             * @description The name of the processor.
             * @example alpha
             */
            readonly name: string;
            readonly pricing: components["schemas"]["pricing"];
        };
        /** @description The price of one transaction. */
        readonly pricing: {
            /**
             * @description The pricing model, which determines the other keys.
             * @enum {unknown}
             */
            readonly model: "interchange-plus" | "tiered" | "percent-plus-fixed" | "flat" | "bands" | "membership";
        } & (components["schemas"]["interchangePlus"] | components["schemas"]["tiered"] | components["schemas"]["percentPlusFixed"] | components["schemas"]["flat"] | components["schemas"]["bands"] | components["schemas"]["membership"]);
        /** interchange-plus */
        readonly interchangePlus: {
            /**
             * @description Interchange, network fee, markup and the service.
             * @constant
             */
            readonly model: "interchange-plus";
            readonly interchange: components["schemas"]["interchange"];
            /** @description The fee of the card network, the same for every card. */
            readonly network: components["schemas"]["figures"];
            /** @description The markup of the processor or gateway. */
            readonly markup: components["schemas"]["figures"];
            readonly service: components["schemas"]["service"];
            readonly cap?: components["schemas"]["cap"];
        };
        /** tiered */
        readonly tiered: {
            /**
             * @description Three prices, selected by the prefix or the kind of the card.
             * @constant
             */
            readonly model: "tiered";
            readonly service?: components["schemas"]["service"];
            /** @description The price of the cheapest cards. */
            readonly qualified: components["schemas"]["figures"];
            /** @description The price of cards in between. */
            readonly "mid-qualified": components["schemas"]["figures"];
            /** @description The price of the most expensive cards. */
            readonly "non-qualified": components["schemas"]["figures"];
            /** @description Tiers by first digits of the card. */
            readonly prefixes?: readonly {
                readonly prefix: components["schemas"]["prefix"];
                readonly tier: components["schemas"]["tier"];
            }[];
            /** @description Tiers by card kind, for cards that no prefix matches. */
            readonly kinds?: readonly {
                /** @description The kind of account of the card. */
                readonly kind: components["schemas"]["kind"];
                readonly tier: components["schemas"]["tier"];
            }[];
            /** @description The tier of all other cards; by default see unlisted. */
            readonly default?: components["schemas"]["tier"];
            readonly unlisted?: components["schemas"]["unlisted"];
            readonly cap?: components["schemas"]["cap"];
        };
        /** percent-plus-fixed */
        readonly percentPlusFixed: {
            /**
             * @description One price for every card, also called flat rate.
             * @constant
             */
            readonly model: "percent-plus-fixed";
            /** @description A share of the amount. */
            readonly percent: components["schemas"]["percent"];
            /** @description A fixed amount for each transaction. */
            readonly fixed: components["schemas"]["dollars"];
            readonly cap?: components["schemas"]["cap"];
        };
        /** flat */
        readonly flat: {
            /**
             * @description A fixed fee for each transaction, independent of its amount.
             * @constant
             */
            readonly model: "flat";
            /** @description A fixed amount for each transaction. */
            readonly fixed: components["schemas"]["dollars"];
            readonly cap?: components["schemas"]["cap"];
        };
        /** bands */
        readonly bands: {
            /**
             * @description A price for each range of amounts.
             * @constant
             */
            readonly model: "bands";
            /** @description Ranges of amounts, from the lowest to the highest. */
            readonly bands: readonly {
                /** @description The highest amount of the band; the last band has none. */
                readonly upTo?: components["schemas"]["dollars"];
                /** @description A share of the amount. */
                readonly percent: components["schemas"]["percent"];
                /** @description A fixed amount for each transaction. */
                readonly fixed: components["schemas"]["dollars"];
            }[];
            readonly cap?: components["schemas"]["cap"];
        };
        /** membership */
        readonly membership: {
            /**
             * @description Interchange, network fee and a fixed amount.
             * @constant
             */
            readonly model: "membership";
            readonly interchange: components["schemas"]["interchange"];
            /** @description The fee of the card network, the same for every card. */
            readonly network: components["schemas"]["figures"];
            /** @description A fixed amount for each transaction, added to interchange and network. */
            readonly fixed: components["schemas"]["dollars"];
            readonly cap?: components["schemas"]["cap"];
        };
        /** @description The interchange fee by first digits of the card. */
        readonly interchange: {
            /** @description The price of cards that no row matches; by default see unlisted. */
            readonly default?: components["schemas"]["figures"];
            /** @description Prices by first digits; the longest prefix applies. */
            readonly rows: readonly {
                readonly prefix: components["schemas"]["prefix"];
                /** @description A share of the amount. */
                readonly percent: components["schemas"]["percent"];
                /** @description A fixed amount for each transaction. */
                readonly fixed: components["schemas"]["dollars"];
            }[];
            readonly unlisted?: components["schemas"]["unlisted"];
        };
        /** @description The service's part, which is not a cost of accepting the card. */
        readonly service: {
            /** @description A share of the amount. */
            readonly percent: components["schemas"]["percent"];
        };
        /** @description The cap of the fee; the smaller one of two applies. */
        readonly cap: {
            /** @description A share of the amount. */
            readonly percent?: components["schemas"]["percent"];
            /** @description A fixed amount. */
            readonly fixed?: components["schemas"]["dollars"];
        };
        readonly figures: {
            /** @description A share of the amount. */
            readonly percent: components["schemas"]["percent"];
            /** @description A fixed amount for each transaction. */
            readonly fixed: components["schemas"]["dollars"];
        };
        /**
         * @description The tier of the card.
         * @enum {string}
         */
        readonly tier: "qualified" | "mid-qualified" | "non-qualified";
        /**
         * @description The policy for cards that no row matches, without a default: free (the fee is 0) or refuse the call.
         * @default free
         * @enum {string}
         */
        readonly unlisted: "free" | "refuse";
        /** @description Card kinds by first digits. */
        readonly cards: {
            /** @description Card kinds by first digits; the longest prefix applies. */
            readonly kinds?: readonly {
                readonly prefix: components["schemas"]["prefix"];
                /** @description The kind of the cards with this prefix. */
                readonly kind: components["schemas"]["kind"];
            }[] | "test-cards";
            /**
             * @description The kind of cards that no row matches.
             * @default unknown
             */
            readonly unknown?: components["schemas"]["kind"];
        };
        /** @description The policy for unassigned regions. */
        readonly regions: {
            /**
             * @description The policy for zip codes of the United States that belong to no state, such as 00000: refuse, or price (default), since a zip code may be newer than the table of the engine.
             * @default price
             * @enum {string}
             */
            readonly unassignedZip?: "price" | "refuse";
        };
        /** @description Where and for which cards a fee is permitted, and its limits. */
        readonly eligibility: {
            /** @description Surcharge rules, each with its source. */
            readonly rules?: readonly components["schemas"]["rule"][] | "illustrative";
            /** @description The countries in which fees are charged; by default all. */
            readonly countries?: readonly string[];
            /** @description Entries of data that waive the fee; they match exactly. */
            readonly waivedBy?: readonly string[];
        };
        readonly rule: {
            /**
             * @description The name of the rule in an explained fee.
             * @example arizona
             */
            readonly name: string;
            /**
             * @description The country of the sale, by its ISO 3166-1 numeric code, as a string.
             * @example 840
             */
            readonly country?: string;
            /**
             * @description The two-letter code of the state or province that the rule applies to.
             * @example AZ
             */
            readonly state?: string;
            /**
             * @description The card brand that the rule applies to.
             * @enum {string}
             */
            readonly brand?: "visa" | "mastercard" | "american-express" | "diners-club" | "discover" | "troy" | "jcb" | "unionpay" | "naranja" | "verve" | "maestro" | "elo" | "mir" | "hiper" | "hipercard" | "unknown";
            /** @description The card kind that the rule applies to. */
            readonly kind?: components["schemas"]["kind"];
            /** @description The first day in force. */
            readonly from?: components["schemas"]["day"];
            /** @description The last day in force. */
            readonly to?: components["schemas"]["day"];
            /**
             * @description The law or network rule behind it.
             * @example the law or the network rule
             */
            readonly source: string;
            /**
             * @description No fee is permitted, or at most a share of the amount, the cost of accepting the card, or the larger of both.
             * @enum {unknown}
             */
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
            /**
             * @description No fee is permitted, or at most the cost of accepting the card.
             * @enum {unknown}
             */
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
            /**
             * @description At most a share of the amount, or the larger of it and the cost of accepting the card.
             * @enum {unknown}
             */
            readonly effect?: "cap-at-share" | "cap-at-share-or-cost";
            /** @description A share of the amount. */
            readonly percent: components["schemas"]["percent"];
        });
        /** @description How the parts of a multi-pay total are priced. */
        readonly multiPay: {
            /**
             * @description Whether each payment has the fixed parts of the fee in full, or a share of them.
             * @default each
             * @enum {string}
             */
            readonly fixed?: "each" | "shared";
            /**
             * @description Whether each payment has a cap in US dollars in full, or a share of it.
             * @default each
             * @enum {string}
             */
            readonly cap?: "each" | "shared";
        };
        /** @description How the fee is rounded: once, after its limits. */
        readonly rounding: {
            /**
             * @description How a fee between two units is rounded.
             * @default half-up
             * @enum {string}
             */
            readonly mode?: "half-up" | "half-even" | "half-down" | "up" | "down";
            /**
             * @description The decimals of a fee in US dollars: 2 for cents.
             * @default 2
             */
            readonly decimals?: number;
        };
        /**
         * @description A percentage from 0 to 100, as a string.
         * @example 2.9
         */
        readonly percent: string & (unknown & unknown & unknown);
        /**
         * @description US dollars, 0 or more, as a string.
         * @example 0.30
         */
        readonly dollars: string & (unknown & unknown & unknown);
        /**
         * @description The first 1 to 8 digits of a card number, as a string; the longest prefix applies.
         * @example 4242
         */
        readonly prefix: string;
        /** @enum {string} */
        readonly kind: "credit" | "debit" | "prepaid" | "commercial" | "government" | "unknown";
        /**
         * @description A day, such as 2026-01-31.
         * @example 2026-01-31
         */
        readonly day: string;
        /** @description Faults of the calls of this merchant, for a mock; the first rule that matches a call applies. */
        readonly faults: readonly {
            readonly when?: components["schemas"]["condition"];
            readonly then: components["schemas"]["fault"];
        }[];
        /** @description The calls that meet all of these conditions; all calls by default. */
        readonly condition: {
            /**
             * @description Calls to this path.
             * @enum {string}
             */
            readonly path?: "/v1/ch" | "/v1/ch/sale";
            /** @description Calls with this amount in US dollars; "13.370" equals 13.37. */
            readonly amount?: number | string;
            /** @description Calls whose fields have these values; a list equals each value in it. */
            readonly body?: {
                readonly [key: string]: string | number | boolean;
            };
            /** @description Only every Nth of these calls. */
            readonly every?: number;
            /** @description Only this share of these calls, at random, from 0 to 1. */
            readonly probability?: number;
            /** @description Only the first N of these calls. */
            readonly times?: number;
        };
        /** @description The fault of those calls: one kind, a latency, or both. */
        readonly fault: {
            /** @description Delays the response by this time, in milliseconds. */
            readonly latency?: number;
            /** @description Varies the latency at random by up to this time, in milliseconds. */
            readonly jitter?: number;
            /** @description Refuses the call with this status, and does not carry it out. */
            readonly status?: number;
            /** @description Sets Retry-After of that refusal, in seconds; 1 by default for 429. */
            readonly "retry-after"?: number;
            /**
             * @description Resets the connection before the first byte of the response. Before the call is carried out (the same as true), or after it.
             * @enum {unknown}
             */
            readonly reset?: true | "before" | "after";
            /**
             * @description Sends no response and keeps the connection open. Before the call is carried out (the same as true), or after it.
             * @enum {unknown}
             */
            readonly hang?: true | "before" | "after";
            /**
             * @description Ends the connection in the middle of the body.
             * @constant
             */
            readonly truncated?: true;
            /**
             * @description Sends a body that is not JSON.
             * @constant
             */
            readonly malformed?: true;
            /**
             * @description Sends an empty body.
             * @constant
             */
            readonly empty?: true;
            /**
             * @description Ends the connection after the response.
             * @constant
             */
            readonly close?: true;
            /**
             * @description Refuses a valid call, in the form of the choices refusal and refusal-status.
             * @constant
             */
            readonly refuse?: true;
            /**
             * @description Sends this message in place of ok; the call is carried out.
             * @example declined
             */
            readonly message?: string;
            /**
             * @description Refuses the call with status 200 and the body {}, without carrying it out.
             * @constant
             */
            readonly "no-fields"?: true;
            /**
             * @description Sends a transactionFee of 0; the call is carried out.
             * @constant
             */
            readonly "zero-fee"?: true;
            /** @description Sends the body at this speed, in bytes per second. */
            readonly "slow-body"?: number;
            /**
             * @description Sends the body in gzip, without its end.
             * @constant
             */
            readonly "truncated-gzip"?: true;
            /**
             * @description Announces more than the body (long): the client waits; or half of it (short).
             * @enum {string}
             */
            readonly "content-length"?: "long" | "short";
            /**
             * @description Sends the body in single bytes, one each millisecond.
             * @constant
             */
            readonly "single-bytes"?: true;
            /**
             * @description Sends status 204, which has no body; the call is carried out.
             * @constant
             */
            readonly "no-content"?: true;
            /**
             * @description Sends the header Content-Type twice.
             * @constant
             */
            readonly "duplicate-header"?: true;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

export type MerchantsSchemas = components['schemas'];
