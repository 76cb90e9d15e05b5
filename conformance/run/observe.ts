/**
 * Makes the observations when all rules are judged, within what is left of the requests. What an observation finds
 * touches no verdict; its answers are judged like all others.
 */
import { BudgetSpent, isLimitReached } from '../client/budget.ts';
import { INTERRUPTED, Interrupted } from '../client/interruption.ts';
import { type Conversation, startConversation } from '../conversation.ts';
import { NotAnswering, NotJudged, RuleBroken } from '../failure.ts';
import { combine, isTold } from '../observations/combine.ts';
import { STAGES } from '../observations/index.ts';
import type { Observation } from '../observations/observation.ts';
import { createScene, type Losses, type Scene } from '../observations/scene.ts';
import { whyGone } from './check-liveness.ts';
import type { Ground } from './ground.ts';
import type { RuleResult } from './outcome.ts';
import { nothingDone, notJudged, notSelected, toResult } from './rule-result.ts';

interface Observing {
  readonly observations: readonly Observation[];
  readonly selects: (id: Observation['id']) => boolean;
  readonly onJudged?: ((result: RuleResult) => void) | undefined;
}

/** With fewer requests left, what is observed is observed to the end, rather than all of it halfway. */
const ENOUGH_FOR_ALL = 60;

/** What asking for one observation came to. */
interface Asked {
  readonly requests: number;
  readonly ms: number;
  /** Why it told nothing. */
  readonly why: string | undefined;
}

const NOT_ASKED: Asked = { requests: 0, ms: 0, why: undefined };

/** Resolves whatever the deployment does. @param gone why it can be asked nothing any more */
export async function observe(
  ground: Ground,
  given: Observing,
  gone: string | undefined,
): Promise<readonly RuleResult[]> {
  const { observations, selects, onJudged } = given;
  const wanted = observations.filter(({ id }) => selects(id));
  const { asked, ended = gone } =
    gone === undefined ? await askAll(wanted, ground) : { asked: new Map<Observation, Asked>() };
  const askedSome = [...asked.values()].some(({ requests }) => requests > 0);
  // Who refuses everything by now may have begun to in the middle of it, so that what it refused says nothing.
  const inDoubt = ended ?? (askedSome ? await whyNot(ground) : undefined);

  return observations.map((observation) => {
    const { requests, ms, why } = asked.get(observation) ?? NOT_ASKED;
    const isInDoubt = requests > 0 && inDoubt !== undefined;
    const told = isInDoubt ? undefined : combine(ground.witness.findings(observation.id), observation.joins);
    const judged = !selects(observation.id)
      ? notSelected()
      : told !== undefined
        ? { ...nothingDone({ kind: 'observed', option: told }), exercised: 1 }
        : notJudged(inDoubt ?? why ?? 'no answer of this run tells');
    const result = toResult(observation, { ...judged, requests }, ms);
    onJudged?.(result);

    return result;
  });
}

/** Without requests left nobody knows; what is told without any is told all the same. */
async function whyNot(ground: Ground): Promise<string | undefined> {
  const gone = await whyGone(ground);

  return isLimitReached(gone) ? undefined : gone;
}

/** What the deployment chose, of the choices that there are. */
export function choicesIn(
  results: readonly RuleResult[],
  observations: readonly Observation[],
): Readonly<Record<string, string>> {
  const told = results.flatMap(({ id, outcome }) => {
    const choice = observations.find((observation) => observation.id === id)?.choice;

    return outcome.kind === 'observed' && choice !== undefined ? [[choice, outcome.option]] : [];
  });

  return Object.fromEntries(told);
}

function isOpen({ id, asks }: Observation, { witness }: Ground): boolean {
  return asks !== undefined && !isTold(witness.findings(id));
}

interface AllAsked {
  readonly asked: ReadonlyMap<Observation, Asked>;
  /** Why nothing more was asked, where that is so. */
  readonly ended?: string | undefined;
}

async function askAll(wanted: readonly Observation[], ground: Ground): Promise<AllAsked> {
  const asked = new Map<Observation, Asked>();
  const losses: Losses = { count: 0 };
  let ended: string | undefined;
  const left = () => ground.client.left;

  const askGroup = async (group: readonly Observation[]) => {
    const [first] = group;
    if (first === undefined) return;
    const conversation = converse(ground, first.id);
    const scene = createScene({
      conversation,
      words: ground.wordsFor({}),
      known: () => ground.witness.sTxId,
      losses,
      sent: () => ground.client.sent,
      left,
      putOffBy: ground.client.putOffBy,
    });
    for (const observation of group) {
      if (ended !== undefined || !isOpen(observation, ground)) continue;
      const started = performance.now();
      const before = conversation.transcript.steps.length;
      const came = await askFor(observation, scene, ground);
      if (came.kind === 'ended') ended ??= came.why;
      asked.set(observation, {
        requests: conversation.transcript.steps.length - before,
        ms: performance.now() - started,
        why: came.kind === 'told' ? undefined : came.why,
      });
    }
  };

  for (const stage of STAGES) {
    const groups = stage.map((group) => group.filter((observation) => wanted.includes(observation)));
    if (left() >= ENOUGH_FOR_ALL) await Promise.all(groups.map(askGroup));
    else for (const group of groups) await askGroup(group);
  }

  return { asked, ended };
}

function converse(
  { client, dialect, deployment, memory, mtxids, contentChecks }: Ground,
  id: Observation['id'],
): Conversation {
  return startConversation({
    client,
    dialect,
    token: deployment.one.token,
    unusableTokens: deployment.tokens,
    cardTokens: deployment.cardTokens,
    contentCheck: contentChecks.one,
    freshMtxid: mtxids.forExecutionOf(id),
    onReply: memory.listen('one'),
  });
}

type Came =
  | { readonly kind: 'told' }
  | { readonly kind: 'untold'; readonly why: string }
  /** Nothing else can be asked either. */
  | { readonly kind: 'ended'; readonly why: string };

async function askFor({ id, asks }: Observation, scene: Scene, { witness }: Ground): Promise<Came> {
  try {
    const finding = await asks?.(scene);
    if (finding !== undefined) witness.note(id, finding);

    return { kind: 'told' };
  } catch (error) {
    if (error instanceof BudgetSpent) return { kind: 'untold', why: error.message };
    if (error instanceof Interrupted) return { kind: 'ended', why: INTERRUPTED };
    if (error instanceof NotAnswering) return { kind: 'ended', why: error.message };
    if (error instanceof NotJudged || error instanceof RuleBroken)
      return { kind: 'untold', why: error.message };

    // A fault of the tool, which in an observation must not reach the verdict.
    return { kind: 'untold', why: `tollgate itself stumbled here: ${String(error)}` };
  }
}
