/** Generated from openapi.yaml by `npm run generate`. Changes here are lost. */

export interface paths {
    "/v1/ch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Calculate the fee of a transaction
         * @description A call without `sTxId`, and with a new `mTxId` or none, opens a transaction. A call with the `sTxId` or `mTxId` of an existing transaction updates it and returns the same `sTxId`.
         */
        post: operations["calculateFee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ch/sale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach the sale to a transaction
         * @description Identifies the transaction by `sTxId`, `mTxId` or both, and attaches the optional note `authCode`. The document shows no other effect on the transaction.
         */
        post: operations["attachSale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The body of a fee call. The document leaves open whether other fields are accepted. */
        FeeRequest: {
            /**
             * @description The transaction amount in US dollars.
             * @example 100
             * @example 19.99
             */
            amount: number;
            /**
             * @description The Non-Identifiable Card Number (BIN or IIN): the first 6 to 8 digits of the card number.
             * @example 424242
             * @example 42424242
             */
            nicn: string;
            /**
             * @description A zip code, a two-letter state abbreviation or an ISO state code (ISO 3166-2).
             * @example 85004
             * @example AZ
             * @example US-AZ
             */
            region: string;
            /**
             * @description Opaque texts for analytics and A/B test phases.
             * @example [
             *       "spring",
             *       "variant-b"
             *     ]
             */
            campaign?: string[];
            /**
             * @description The country as an ISO 3166-1 numeric code of three digits; `840` by default.
             * @example 840
             */
            country?: string;
            /**
             * @description The MID or the name of the processor. Required for a merchant with several.
             * @example 700100
             * @example alpha
             */
            processor?: string;
            /**
             * @description The tokenization key to associate with the transaction.
             * @example tok_8d21
             */
            cardToken?: string;
            /**
             * @description Opaque texts about the transaction, such as coupon codes.
             * @example [
             *       "COUPON10"
             *     ]
             */
            data?: string[];
            /**
             * @description Multi-pay: the total in US dollars that `amount` is a part of.
             * @example 100
             */
            totalAmount?: number;
            /**
             * @description The merchant's identifier of the order, cart or transaction.
             * @example order-1001
             */
            mTxId?: string;
            /** @description The service's identifier of the transaction to update. */
            sTxId?: string;
        };
        FeeResponse: {
            /** @description The transaction fee in US dollars. */
            transactionFee: number;
            /** @description The service's unique identifier of the transaction. */
            sTxId: string;
            /**
             * @description The status text; `ok` for an accepted call.
             * @constant
             */
            message: "ok";
        };
        /** @description The body of a sale, with at least one of the two identifiers. */
        SaleRequest: components["schemas"]["SaleByStxid"] | components["schemas"]["SaleByMtxid"];
        SaleByStxid: {
            sTxId: components["schemas"]["SaleStxid"];
            mTxId?: components["schemas"]["SaleMtxid"];
            authCode?: components["schemas"]["AuthCode"];
        };
        SaleByMtxid: {
            sTxId?: components["schemas"]["SaleStxid"];
            mTxId: components["schemas"]["SaleMtxid"];
            authCode?: components["schemas"]["AuthCode"];
        };
        /** @description The identifier that the fee call returned. */
        SaleStxid: string;
        /** @description The merchant's identifier, from the fee call or new. */
        SaleMtxid: string;
        /** @description An opaque text, such as the authorization code of the card payment. */
        AuthCode: string;
        SaleResponse: {
            /** @description The service's identifier of the transaction. */
            sTxId: string;
        };
        /** @description A refusal as problem details (RFC 9457). The document shows no error bodies, so this form is the mock's own and no rule requires it. `message`, `reasonCode` and `reason` repeat the problem for clients that read these fields. */
        Problem: {
            /** @description A URI reference that names the kind of problem. */
            type: string;
            /** @description The name of the HTTP status. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description Where the request is wrong, what was expected, what was received and how to fix it. */
            detail: string;
            /** @description The id of the request, as in the header Request-Id. */
            instance?: string;
            /** @description All violations, not only the first. */
            violations?: components["schemas"]["Violation"][];
            /** @description A JSON Patch (RFC 6902) with the one edit of the request body that makes the mock accept the request. Absent if no single edit does. */
            patch?: components["schemas"]["PatchOperation"][];
            /** @description The problem in one sentence for users. Never `ok`. */
            message?: string;
            reasonCode?: string;
            reason?: string;
        };
        Violation: {
            /** @description The id of the broken rule in the catalogue, if there is one. */
            rule?: string;
            /** @description Section of the document. */
            section: string;
            /** @description JSON pointer into the body, `header NAME`, `method` or `path`. */
            pointer: string;
            expected: string;
            /** @description The received value, masked where it may be a card number or a secret. */
            got: string;
        };
        PatchOperation: {
            /** @enum {string} */
            op: "add" | "replace" | "remove";
            /** @description JSON pointer into the body. */
            path: string;
            /** @description The value to add, or to replace the current one with. */
            value?: unknown;
        };
    };
    responses: {
        /** @description The request is refused. The document gives neither status nor body; this is the mock's form. */
        Refusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description Always `xhr`.
         * @example xhr
         */
        RequestedWith: "xhr";
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    calculateFee: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Always `xhr`.
                 * @example xhr
                 */
                "X-Requested-With": components["parameters"]["RequestedWith"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeeRequest"];
            };
        };
        responses: {
            /** @description The calculated fee */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeeResponse"];
                };
            };
            default: components["responses"]["Refusal"];
        };
    };
    attachSale: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Always `xhr`.
                 * @example xhr
                 */
                "X-Requested-With": components["parameters"]["RequestedWith"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaleRequest"];
            };
        };
        responses: {
            /** @description The sale is accepted */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SaleResponse"];
                };
            };
            default: components["responses"]["Refusal"];
        };
    };
}
