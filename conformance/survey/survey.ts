/** Asks a deployment what its deployment file has to say: some two dozen fee calls, and no sale. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Answer, Answered } from '../client/answer.ts';
import { BudgetSpent } from '../client/budget.ts';
import { type Client, createClient, withAsk } from '../client/client.ts';
import { createPace } from '../client/pace.ts';
import { transportTo } from '../client/transport.ts';
import { type Conversation, startConversation } from '../conversation.ts';
import type { Deployment, RegionForm } from '../deployment/deployment.ts';
import type { Manner } from '../manner.ts';
import { DOCUMENTED } from '../oracle.ts';
import { NICN_LENGTHS } from '../run/forms.ts';
import { type Footing, findFooting } from '../run/preflight.ts';
import type { Found, Speaking, Survey } from './found.ts';
import {
  CARDS,
  FIRST_CALLS,
  FURTHER_CALLS,
  LARGE_AMOUNTS,
  MULTI_PAY,
  REGIONS,
  SMALL_AMOUNTS,
} from './questions.ts';
import { type Seen, seenIn, type Tried, UNCLEAR } from './seen.ts';

/** Of a survey, redirects and what is asked again included. */
export const MOST_REQUESTS = 30;
/** Milliseconds to wait for one that says "later", and after which nothing more is asked. */
const PATIENCE = { each: 5000, all: 10_000 };
const LONGEST = 45_000;
/** Questions without an answer, after which no further one is asked. */
const MOST_SILENT = 2;

export interface SurveyOptions {
  /** Its address, token, headers and limits are used, and nothing else of it. */
  readonly deployment: Deployment;
  /** Told of the requests so far, after each answer. */
  readonly onAnswer?: (requests: number) => void;
}

/** Resolves whatever the deployment does. */
export async function survey({ deployment, onAnswer = () => {} }: SurveyOptions): Promise<Survey> {
  const transport = transportTo(deployment);
  const pace = createPace({ ...deployment.limits, concurrency: 1, maxRequests: MOST_REQUESTS });
  const asking = createClient(transport, pace, PATIENCE);
  const heard: Answer[] = [];
  const client = overhear(asking, (answer) => {
    heard.push(answer);
    onAnswer(asking.sent);
  });
  try {
    const found = await look(client, deployment, heard);

    return {
      requests: client.sent,
      median: client.latencies?.p50,
      putOffBy: [...client.putOffBy],
      found,
    };
  } finally {
    await transport.close();
  }
}

function overhear(client: Client, onAnswer: (answer: Answer) => void): Client {
  return withAsk(client, async (request) => {
    const answer = await client.ask(request);
    onAnswer(answer);

    return answer;
  });
}

async function look(client: Client, deployment: Deployment, heard: readonly Answer[]): Promise<Found> {
  const started = performance.now();
  const footing = await stand(client, deployment);
  switch (footing.kind) {
    case 'found': {
      const ask = startAsking(client, deployment, footing, started + LONGEST);

      return {
        ...(await askAll(footing.baseline, deployment.one.token, ask)),
        kind: 'speaking',
        ...successOf(footing),
      };
    }
    case 'nothing': {
      if (footing.isRefused) return refusing(heard);
      const [first] = heard.filter(isTokenRefusal);
      const isOnlyThat = first !== undefined && heard.every(isTokenRefusal);

      return isOnlyThat
        ? { kind: 'token-refused', status: first.status, why: footing.why }
        : { kind: 'nothing', why: footing.why };
    }
    case 'broken': {
      if (footing.by !== 'fee-request/accepts-required-fields-alone')
        return { kind: 'nothing', why: malformed(deployment.url, footing.by) };

      return refusing(heard);
    }
  }
}

function refusing(heard: readonly Answer[]): Found {
  const refusals = heard.filter((answer) => answer.kind === 'answered');
  const names = refusals.some(({ text }) => /processor/i.test(text)) ? 'processor' : 'no processor';

  return { kind: 'refusing', statuses: [...new Set(refusals.map(({ status }) => status))], names };
}

type Stood = Extract<Footing, { kind: 'found' }>;

function successOf({ status, dialect }: Stood): Pick<Speaking, 'status' | 'dialect'> {
  return { status, dialect: dialect === DOCUMENTED ? 'documented' : 'other' };
}

async function stand(client: Client, deployment: Deployment): Promise<Footing> {
  try {
    const first = await findFooting(client, deployment, FIRST_CALLS);
    if (first.kind !== 'broken') return first;
    const further = await findFooting(client, deployment, FURTHER_CALLS);

    return further.kind === 'found' ? further : first;
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;

    return {
      kind: 'nothing',
      why: `${deployment.url.origin} was asked ${MOST_REQUESTS} times, redirects and waits included, without an answer to tell anything by.`,
    };
  }
}

function malformed({ origin }: URL, by: RuleId): string {
  return `${origin} answers with a fee in a form that nothing can be read from: conform says how, by ${by}.`;
}

function isTokenRefusal(answer: Answer): answer is Answered {
  return answer.kind === 'answered' && (answer.status === 401 || answer.status === 403);
}

type Ask = (body: FeeRequest, manner?: Partial<Manner>) => Promise<Seen>;

/** Asks until the requests or the time are spent, or nobody answers any more; from then on all is unclear. */
function startAsking(client: Client, { one }: Deployment, { dialect }: Stood, until: number): Ask {
  const conversation: Conversation = startConversation({ client, dialect, token: one.token });
  let silent = 0;

  return async (body, manner) => {
    if (silent >= MOST_SILENT || performance.now() > until) return UNCLEAR;
    try {
      const reply = await conversation.fee({ ...body }, manner);
      if (reply.judgement.kind === 'silent') silent++;

      return seenIn(reply);
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      silent = MOST_SILENT;

      return UNCLEAR;
    }
  };
}

/** Each question is the call that was priced, with one thing changed. */
async function askAll(
  baseline: FeeRequest,
  token: string | undefined,
  ask: Ask,
): Promise<Omit<Speaking, 'kind' | 'status' | 'dialect'>> {
  const TAKEN: Seen = { kind: 'taken' };
  const { nicn, region } = baseline;
  const card = CARDS.find((number) => number.startsWith(nicn)) ?? nicn;
  const each = <T>(values: readonly T[], see: (value: T) => Promise<Seen>) => inTurn(values, see);
  const places = (form: RegionForm) =>
    each(REGIONS[form], async (place) => (place === region ? TAKEN : ask({ ...baseline, region: place })));

  return {
    withoutToken: token === undefined ? TAKEN : await ask(baseline, { credential: 'none' }),
    regions: { zip: await places('zip'), state: await places('state'), iso: await places('iso') },
    cards: await each(CARDS, async (other) =>
      other === card ? TAKEN : ask({ ...baseline, nicn: other.slice(0, nicn.length) }),
    ),
    nicnLengths: await each(NICN_LENGTHS, async (length) =>
      length === nicn.length ? TAKEN : ask({ ...baseline, nicn: card.slice(0, length) }),
    ),
    multiPay: await ask({ ...baseline, ...MULTI_PAY }),
    amounts: [
      { value: baseline.amount, seen: TAKEN },
      ...(await untilTaken(SMALL_AMOUNTS, (amount) => ask({ ...baseline, amount }))),
      ...(await untilTaken(LARGE_AMOUNTS, (amount) => ask({ ...baseline, amount }))),
    ],
  };
}

/** One after another: a survey is not there to load anybody. */
async function inTurn<T>(
  values: readonly T[],
  see: (value: T) => Promise<Seen>,
): Promise<readonly Tried<T>[]> {
  const tried: Tried<T>[] = [];
  for (const value of values) tried.push({ value, seen: await see(value) });

  return tried;
}

async function untilTaken(
  amounts: readonly number[],
  see: (amount: number) => Promise<Seen>,
): Promise<readonly Tried<number>[]> {
  const tried: Tried<number>[] = [];
  for (const value of amounts) {
    const seen = await see(value);
    tried.push({ value, seen });
    if (seen.kind !== 'refused') break;
  }

  return tried;
}
