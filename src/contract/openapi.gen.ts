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
         * Price the transaction fee of a sale
         * @description A call without an `sTxId`, and with no `mTxId` or a new one, opens a transaction. With the `sTxId` or the `mTxId` of a known one it prices that transaction anew and keeps its `sTxId`.
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
         * Name a transaction as sold, with an optional note
         * @description The transaction is named by its `sTxId`, by its `mTxId`, or by both. What the sale does to it beyond that note, the `authCode`, is left open.
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
        /** @description What a fee call says about the transaction. Whether further fields are taken is left open. */
        FeeRequest: {
            /**
             * @description How much the transaction is for, in US dollars.
             * @example 100
             * @example 19.99
             */
            amount: number;
            /**
             * @description The BIN or IIN, that is the first 6, 7 or 8 digits of the card number and never more.
             * @example 424242
             * @example 42424242
             */
            nicn: string;
            /**
             * @description The region to price for, by its zip code, by the two letters of a state, or by its ISO 3166-2 code.
             * @example 85004
             * @example AZ
             * @example US-AZ
             */
            region: string;
            /**
             * @description Free texts for analytics and A/B phases.
             * @example [
             *       "spring",
             *       "variant-b"
             *     ]
             */
            campaign?: string[];
            /**
             * @description The country to price for, as an ISO 3166-1 numeric code of three digits. Without it, `840` applies.
             * @example 840
             */
            country?: string;
            /**
             * @description MID or name of the processor to price for. A merchant with several must say which.
             * @example 700100
             * @example alpha
             */
            processor?: string;
            /**
             * @description A tokenization key to keep with the transaction.
             * @example tok_8d21
             */
            cardToken?: string;
            /**
             * @description Free texts about the transaction, such as coupon codes.
             * @example [
             *       "COUPON10"
             *     ]
             */
            data?: string[];
            /**
             * @description For multi-pay, the whole in US dollars of which `amount` is a part.
             * @example 100
             */
            totalAmount?: number;
            /**
             * @description The merchant's own identifier of the order, cart or transaction.
             * @example order-1001
             */
            mTxId?: string;
            /** @description The service's identifier of the transaction to price anew. */
            sTxId?: string;
        };
        FeeResponse: {
            /** @description The fee of the transaction, in US dollars. */
            transactionFee: number;
            /** @description The service's identifier of the transaction, one of its own for each. */
            sTxId: string;
            /**
             * @description The text that marks success.
             * @constant
             */
            message: "ok";
        };
        /** @description At least one of the two identifiers. */
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
        /** @description The identifier that the fee call answered with. */
        SaleStxid: string;
        /** @description The merchant's identifier, given at fee time or now. */
        SaleMtxid: string;
        /** @description A free text, such as the authorization code of the card payment. */
        AuthCode: string;
        SaleResponse: {
            /** @description The service's identifier of the transaction that the sale named. */
            sTxId: string;
        };
        /** @description A refusal as problem details (RFC 9457). The document shows no error bodies, so this form is the mock's own and nobody is judged by it. `message`, `reasonCode` and `reason` repeat the essence for clients that look for them. */
        Problem: {
            /** @description A URI reference that names the kind of problem. */
            type: string;
            /** @description The name of the HTTP status. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description Where the request is wrong, what was expected, what was received and how to fix it. */
            detail: string;
            /** @description The request, as in the header Request-Id. */
            instance?: string;
            /** @description Everything that is wrong, not only the first. */
            violations?: components["schemas"]["Violation"][];
            /** @description A JSON Patch (RFC 6902) of one edit. Applied to the request body it makes the mock accept the request. Left out where no single edit does. */
            patch?: components["schemas"]["PatchOperation"][];
            /** @description What is wrong, in one sentence to show to people. Never `ok`. */
            message?: string;
            reasonCode?: string;
            reason?: string;
        };
        Violation: {
            /** @description Id of the broken rule in the catalogue, where there is one. */
            rule?: string;
            /** @description Section of the document. */
            section: string;
            /** @description JSON pointer into the body, `header NAME`, `method` or `path`. */
            pointer: string;
            expected: string;
            /** @description What came, with no long run of digits repeated. */
            got: string;
        };
        PatchOperation: {
            /** @enum {string} */
            op: "add" | "replace" | "remove";
            /** @description JSON pointer into the body. */
            path: string;
            /** @description The value to add, or to replace the present one with. */
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
            /** @description The fee is priced */
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
