/** A tool of `tollgate mcp`: what it takes, what it answers, and how it is called. */
import type { JsonSchema } from '../../src/reading/json-schema.ts';
import { schemaCheck } from '../../src/reading/schema-check.ts';
import { describeValue } from '../../src/text/describe.ts';

/** One call of a tool. */
export interface ToolCall {
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
}

/** The text for the model; `isError` where the tool could not do it. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError?: true;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** @param input fits the schema */
  readonly run: (input: ToolInput, call: ToolCall) => Promise<ToolAnswer> | ToolAnswer;
}

export type ToolInput = Readonly<Record<string, unknown>>;

export const TEXT = (expected: string, about: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  description: about,
  'x-expected': expected,
});
export const TEXTS = (expected: string, about: string): JsonSchema => ({
  type: 'array',
  items: TEXT(expected, about),
  description: about,
  'x-expected': 'a list of texts',
});

/** Of a tool that judges. @param efforts what they cost */
export const judging = (efforts: string, rules: string): Readonly<Record<string, JsonSchema>> => ({
  effort: { enum: ['quick', 'standard', 'deep'], description: `${efforts}; standard by default` },
  only: TEXTS('a rule or a group', `rules to judge, such as ${rules}; all by default`),
  strict: {
    ...{ type: 'boolean', description: 'whether a broken should rule counts as a must' },
    'x-expected': 'true or false',
  },
});

export const TARGET = TEXT(
  'mock, deployment or an address of this machine',
  'mock (of start_mock), deployment (the file that the user configured), or an address of this machine',
);

export function input(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** What a tool cannot do, in a sentence for the model. */
export class ToolError extends Error {}

/** Runs a tool of the list. Never throws. */
export async function callTool(
  tools: readonly Tool[],
  name: string,
  given: unknown,
  call: ToolCall,
): Promise<ToolAnswer> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined)
    return failed(
      `tool: expected one of ${tools.map((one) => one.name).join(', ')}, got ${describeValue(name)}`,
    );
  const problems = schemaCheck(tool.inputSchema, describeValue)(given ?? {});
  if (problems.length > 0)
    return failed(
      problems
        .map(
          ({ pointer, expected, got }) =>
            `${pointer.slice(1) || 'arguments'}: expected ${expected}, got ${got}`,
        )
        .join('\n'),
    );
  try {
    return await tool.run((given ?? {}) as ToolInput, call);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

function failed(text: string): ToolAnswer {
  return { text, isError: true };
}
