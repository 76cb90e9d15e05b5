/**
 * The only file that knows how fresh `mTxId`s are made. Each has two parts: one tells the rule and its execution, and is
 * the same in every run; the other is a stamp, which all of one run share and no other run has. So a deployment that
 * remembers earlier runs never takes one for an update, and reports of two runs are alike once the stamp is left out.
 */
import { randomInt } from 'node:crypto';
import type { RuleId } from '../src/contract/rule-ids.ts';
import { RULE_IDS } from './selection.ts';

/** Of letters and digits, or of digits alone. */
export type MtxidForm = 'text' | 'number';

/** The part that differs from run to run, in each form. */
export type Stamps = Readonly<Record<MtxidForm, string>>;

export interface FreshMtxids {
  /** For one execution of a rule, each call gives another one. */
  readonly forExecutionOf: (rule: RuleId) => (form: MtxidForm) => string;
  readonly stamps: Stamps;
}

/** Characters: twelve and eleven in all, because a deployment is free to take no longer ones than it likes. */
const STAMP = { text: 7, number: 8 };
const COUNT = { text: 1, number: 3 };
const EXECUTION = 4;

/** With a letter in front, so that no text is taken for a number. */
const FIRST = 10 * 36 ** (EXECUTION - 1);
/** Each rule has a range of its own in what is left. */
const EXECUTIONS_OF_A_RULE = Math.floor((36 ** EXECUTION - FIRST) / (RULE_IDS.length + 1));

export function createFreshMtxids(): FreshMtxids {
  const executions = new Map<number, number>();
  let numbers = 0;
  const stamps: Stamps = {
    text: inBase(36, randomInt(2 ** 36), STAMP.text),
    number: String(randomInt(10 ** (STAMP.number - 1), 10 ** STAMP.number)),
  };
  const nextExecution = (rule: RuleId) => {
    const place = RULE_IDS.indexOf(rule) + 1;
    const number = executions.get(place) ?? 0;
    executions.set(place, number + 1);

    return inBase(36, FIRST + place * EXECUTIONS_OF_A_RULE + (number % EXECUTIONS_OF_A_RULE), EXECUTION);
  };

  return {
    stamps,
    forExecutionOf(rule) {
      let execution = nextExecution(rule);
      let texts = 0;

      return (form) => {
        if (form === 'number') return stamps.number + inBase(10, numbers++, COUNT.number);
        if (texts === 36 ** COUNT.text) {
          execution = nextExecution(rule);
          texts = 0;
        }

        return execution + inBase(36, texts++, COUNT.text) + stamps.text;
      };
    },
  };
}

/** In all texts of a JSON value, each stamp gives way to characters that say nothing. */
export function withoutStamps<T>(value: T, { text, number }: Stamps): T {
  const inText = (found: string) =>
    found
      .replaceAll(text, 'x'.repeat(STAMP.text))
      .replaceAll(text.toUpperCase(), 'X'.repeat(STAMP.text))
      .replaceAll(number, '0'.repeat(STAMP.number));
  const inValue = (found: unknown): unknown => {
    if (typeof found === 'string') return inText(found);
    if (Array.isArray(found)) return found.map(inValue);
    if (typeof found !== 'object' || found === null) return found;

    return Object.fromEntries(Object.entries(found).map(([key, item]) => [inText(key), inValue(item)]));
  };

  return inValue(value) as T;
}

function inBase(base: number, number: number, digits: number): string {
  return number.toString(base).padStart(digits, '0').slice(-digits);
}
