/** Reads the JSON body of a control request. */
import type { JsonSchema } from '../reading/json-schema.ts';
import { schemaCheck } from '../reading/schema-check.ts';
import { describeValue } from '../text/describe.ts';
import { invalid, suggest } from './routes.ts';

/**
 * A function that returns the body where it fits the schema. The schema is compiled with the first body.
 *
 * @throws ControlRefusal with the first problem, from that function
 */
export function bodyReader<Body>(schema: JsonSchema): (body: unknown) => Body {
  const check = schemaCheck(schema, describeValue);

  return (body) => {
    const [problem] = check(body);
    if (problem === undefined) return body as Body;
    const { pointer, expected, got, known = [] } = problem;
    throw invalid(pointer || 'the body', `${expected}${suggest(got, known)}`, body, got);
  };
}
