/** Generated from profile.schema.json by `npm run generate`. Changes here are lost. */

interface components {
    schemas: {
        readonly part: {
            /** @description What it is for. */
            readonly about: string;
            /** @description What the deployment file must have. */
            readonly deployment?: readonly ("merchants.one.token" | "merchants.one.processors" | "merchants.several" | "regions.zip" | "regions.state" | "regions.iso" | "multiPay" | "pricing")[];
            /** @description The rules on services. */
            readonly service?: components["schemas"]["rules"];
            /** @description The rules on clients. */
            readonly client?: components["schemas"]["rules"];
        };
        readonly rules: {
            readonly [key: string]: components["schemas"]["rule"];
        };
        readonly rule: {
            /** @description The revision of the rule that counts. */
            readonly revision: number;
            /**
             * @description A failure of a must makes the verdict nonconformant; that of a should is a warning.
             * @enum {unknown}
             */
            readonly level: "must" | "should";
            /** @description The least number of judged calls, or of runs of a client; 0 where a legal choice may leave nothing to judge. */
            readonly least: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

export type ProfileSchemas = components['schemas'];
