/** Finds a footing: the first valid request that this deployment answers with success, and what success looks like. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { FeeRequest } from '../../src/contract/types.ts';
import { type Answered, isSuccessful } from '../client/answer.ts';
import type { Client } from '../client/client.ts';
import { type Reply, startConversation, type Transcript } from '../conversation.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { describeReply } from '../expect.ts';
import { type Dialect, DOCUMENTED, feeIn, learnDialect } from '../oracle.ts';
import { adviseOnDetour, adviseOnSilence, adviseOnToken } from './advice.ts';
import { adviseOnDemand } from './demands.ts';
import { NICN_LENGTHS, REGION_FORMS } from './forms.ts';
import type { Counterexample } from './outcome.ts';

export type Footing =
  | {
      readonly kind: 'found';
      readonly baseline: FeeRequest;
      readonly dialect: Dialect;
      readonly status: number;
      /** US dollars. */
      readonly fee: number | undefined;
      /** Every call that led to it. */
      readonly tries: readonly Try[];
    }
  /** Every form of a valid request breaks one and the same rule, on which all others rest. */
  | { readonly kind: 'broken'; readonly by: RuleId; readonly counterexample: Counterexample }
  /** Inconclusive; `why` is one sentence that says what to do. `isRefused`: every form was refused, as it may be. */
  | { readonly kind: 'nothing'; readonly why: string; readonly isRefused?: true };

/** Where the run ends before it began. */
export type NoFooting = Exclude<Footing, { kind: 'found' }>;

/** Unanswered requests after which no further form is tried: each length and each form of region has had its turn. */
const MOST_SILENT = 3;

/** @param forms the valid requests to try, in this order; unless given, all that the deployment's file lets be made */
export async function findFooting(
  client: Client,
  deployment: Deployment,
  forms: readonly FeeRequest[] = baselineForms(deployment),
): Promise<Footing> {
  const { token } = deployment.one;
  const tries: Try[] = [];

  for (const request of forms) {
    const conversation = startConversation({ client, dialect: DOCUMENTED, token });
    const reply = await conversation.fee({ ...request });
    const { answer } = reply;
    const dialect = answer.kind === 'answered' ? learnDialect(answer) : undefined;
    tries.push({ request, reply, transcript: conversation.transcript });
    if (answer.kind === 'answered' && dialect !== undefined) {
      return {
        kind: 'found',
        baseline: request,
        dialect,
        status: answer.status,
        fee: feeIn(answer.body),
        tries,
      };
    }
    if (tries.filter(({ reply }) => reply.judgement.kind === 'silent').length === MOST_SILENT) break;
  }

  return (await findMalformed(tries, client, deployment)) ?? giveUp(tries, deployment);
}

/**
 * A valid call answered with success, but without the one JSON object: where it names the fields of a fee, or where
 * this deployment refuses properly, so that what answers is no web page.
 */
async function findMalformed(
  tries: readonly Try[],
  client: Client,
  { one: { token } }: Deployment,
): Promise<NoFooting | undefined> {
  const successes = tries.filter(
    ({ reply: { answer } }) => answer.kind === 'answered' && hasNoObject(answer),
  );
  const named = successes.find(({ reply: { answer } }) => answer.kind === 'answered' && namesFields(answer));
  const malformed = named ?? successes[0];
  if (malformed === undefined) return undefined;
  const refuses = async () => {
    const { fee } = startConversation({ client, dialect: DOCUMENTED, token });

    return (await Promise.all([fee({}), fee({ raw: '{' })])).every(isProperRefusal);
  };
  if (named === undefined && !(await refuses())) return undefined;
  const value = { request: malformed.request, update: 'none' };

  return broken('fee-response/is-json-object', malformed, value, 'one JSON object');
}

/** One that is about the request's content: web servers refuse methods and addresses, by pages. */
function isProperRefusal({ answer, judgement }: Reply): boolean {
  if (answer.kind !== 'answered' || judgement.kind !== 'refused') return false;

  return isSuccessful(answer) || [400, 409, 422].includes(answer.status) || answer.body !== undefined;
}

interface Try {
  readonly request: FeeRequest;
  readonly reply: Reply;
  readonly transcript: Transcript;
}

function giveUp(tries: readonly Try[], deployment: Deployment): NoFooting {
  const { url, one } = deployment;
  const answers = tries.map(({ reply }) => reply.answer);
  const silent = answers.find((answer) => answer.kind === 'unanswered');
  if (silent !== undefined)
    return { kind: 'nothing', why: adviseOnSilence(silent.cause, silent.detail, deployment) };

  const answered = answers.filter((answer) => answer.kind === 'answered');
  const first = tries[0];
  if (first === undefined)
    return { kind: 'nothing', why: 'The deployment file names no card or no region: add one of each.' };
  if (answered.every(({ status }) => status === 401 || status === 403)) {
    return { kind: 'nothing', why: adviseOnToken(answered[0], url, one.token) };
  }
  const detour = adviseOnDetour(answered, url);
  if (detour !== undefined) return { kind: 'nothing', why: detour };
  if (answered.every((answer) => isSuccessful(answer) && answer.body === undefined)) {
    return {
      kind: 'nothing',
      why: `What answers at ${url.href} does not speak the API (2xx, but no JSON object): check the URL.`,
    };
  }

  const demand = adviseOnDemand(answered, deployment);
  if (demand !== undefined) return { kind: 'nothing', why: demand, isRefused: true };

  return broken(
    'fee-request/accepts-required-fields-alone',
    first,
    first.request,
    'a fee for one of the valid first calls',
  );
}

function broken(by: RuleId, { reply, transcript }: Try, value: unknown, expected: string): NoFooting {
  const { answer } = reply;
  const isElsewhere = answer.kind === 'answered' && (answer.status === 404 || answer.status === 405);
  const got = describeReply(reply) + (isElsewhere ? ' (is this the base address, without /v1?)' : '');

  return { kind: 'broken', by, counterexample: { value, expected, got, transcript } };
}

function hasNoObject(answer: Answered): boolean {
  return isSuccessful(answer) && answer.body === undefined;
}

function namesFields({ text }: Answered): boolean {
  return /transactionFee|sTxId/.test(text);
}

/** Every card at 6, 8 and 7 digits with every form of region; first three that have nothing in common. */
function baselineForms({ cards, regions, amounts }: Deployment): readonly FeeRequest[] {
  const amount = Math.min(Math.max(100, amounts.min), amounts.max);
  const places = REGION_FORMS.flatMap((form) => regions[form].slice(0, 1));

  const all = NICN_LENGTHS.flatMap((length) =>
    places.flatMap((region) => cards.map((card) => ({ amount, nicn: card.slice(0, length), region }))),
  );
  const varied = NICN_LENGTHS.flatMap((length, n) =>
    all
      .filter(({ nicn, region }) => nicn.length === length && region === places[n % places.length])
      .slice(0, 1),
  );

  return [...varied, ...all.filter((form) => !varied.includes(form))];
}
