/** Model-based: whatever the order of first calls, updates and sales, each answers with the sTxId that the model has. */
import fc from 'fast-check';
import type { Conversation, Reply } from '../../conversation.ts';
import { accepted, namesTransaction, stxidOf } from '../../expect.ts';
import { NotJudged, RuleBroken } from '../../failure.ts';
import { property } from '../../rule.ts';
import type { Vocabulary } from '../../vocabulary.ts';

type Command =
  | { readonly act: 'first'; readonly named: boolean; readonly amount: number }
  | { readonly act: 'update'; readonly on: number; readonly by: By; readonly amount: number }
  | { readonly act: 'sale'; readonly on: number; readonly by: By };

type By = 'sTxId' | 'mTxId' | 'both';

/** What the document lets one know of a transaction. Whether it can change after its sale is left open. */
interface Known {
  readonly sTxId: string;
  readonly mTxId: string | undefined;
  sold: boolean;
}

export const stateMachine = property<readonly Command[]>({
  id: 'identity/state-machine',
  section: '1.2, 4.1, 4.2',
  level: 'must',
  title: 'in any sequence of first calls, updates and sales every answer names its own transaction',
  tries:
    'Random sequences of first calls, updates and sales by either identifier, of several transactions, ' +
    'against a model of which sTxId each has to answer with.',
  fix:
    'Read the example from its end: which request named the transaction, and which one before it ' +
    'changed how it is found? Most often an update or a sale has lost one of the two ways to it, by ' +
    'sTxId and by mTxId.',
  after: [
    'identity/stxid-is-unique',
    'identity/update-by-stxid-keeps-stxid',
    'identity/update-by-mtxid-keeps-stxid',
    'identity/update-by-both-keeps-stxid',
    'identity/distinct-mtxids-are-distinct',
    'sale/accepts-stxid',
    'sale/accepts-mtxid',
    'sale/accepts-both',
  ],
  triesSequences: true,
  probes: ({ baseline: { amount } }) => {
    const named: Command = { act: 'first', named: true, amount };
    const update = (on: number, by: By): Command => ({ act: 'update', on, by, amount });

    return [
      [named, update(0, 'sTxId'), update(0, 'mTxId'), sale(0, 'mTxId')],
      [
        named,
        named,
        update(0, 'mTxId'),
        update(1, 'sTxId'),
        update(0, 'sTxId'),
        update(1, 'mTxId'),
        sale(1, 'both'),
        sale(0, 'sTxId'),
      ],
      [
        named,
        update(0, 'both'),
        update(0, 'mTxId'),
        update(0, 'sTxId'),
        update(0, 'mTxId'),
        sale(0, 'sTxId'),
      ],
      [named, update(0, 'sTxId'), update(0, 'sTxId'), update(0, 'mTxId')],
      [named, named, sale(0, 'mTxId'), update(1, 'mTxId'), sale(1, 'mTxId')],
    ];
  },
  smaller: unnamed,
  given: ({ plainAmount, sequence }) => fc.array(command(plainAmount), { minLength: 2, maxLength: sequence }),

  async holds(commands, conversation, words) {
    const known: Known[] = [];
    for (const command of commands) await perform(command, known, conversation, words);
    if (known.length === 0) throw new NotJudged('a sequence without a first call');
  },
});

/** The same with one transaction less that has an `mTxId`. */
function unnamed(commands: readonly Command[]): readonly (readonly Command[])[] {
  return commands.flatMap((command, index) =>
    command.act === 'first' && command.named ? [commands.with(index, { ...command, named: false })] : [],
  );
}

function sale(on: number, by: By): Command {
  return { act: 'sale', on, by };
}

function command(amount: fc.Arbitrary<number>): fc.Arbitrary<Command> {
  const by = fc.constantFrom<By>('sTxId', 'mTxId', 'both');
  const on = fc.nat({ max: 4 });

  return fc.oneof(
    { weight: 2, arbitrary: fc.record({ act: fc.constant('first'), named: fc.boolean(), amount }) },
    { weight: 4, arbitrary: fc.record({ act: fc.constant('update'), on, by, amount }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('sale'), on, by }) },
  ) as fc.Arbitrary<Command>;
}

async function perform(
  command: Command,
  known: Known[],
  { fee, sale }: Conversation,
  words: Vocabulary,
): Promise<void> {
  if (command.act === 'first') {
    const mTxId = command.named ? `{m${known.length + 1}}` : undefined;
    const body = { ...words.baseline, amount: command.amount, ...(mTxId === undefined ? {} : { mTxId }) };
    const sTxId = stxidOf(accepted(await fee(body), 'an accepted first call'));
    if (known.some((other) => other.sTxId === sTxId))
      throw new RuleBroken('an sTxId of its own', `${sTxId} once more`);
    known.push({ sTxId, mTxId, sold: false });
    return;
  }
  const target = known.length === 0 ? undefined : known[command.on % known.length];
  if (target === undefined || target.sold) return;
  const identifiers = identify(target, command.by);
  let reply: Reply;
  if (command.act === 'update') {
    reply = await fee({ ...words.baseline, amount: command.amount, ...identifiers });
  } else {
    reply = await sale({ ...identifiers, ...words.saleExtras });
    target.sold = true;
  }
  namesTransaction(accepted(reply, `an accepted ${command.act}`), target.sTxId);
}

/** A transaction without an `mTxId` is named by its `sTxId`, whatever was asked for. */
function identify({ sTxId, mTxId }: Known, by: By) {
  if (mTxId === undefined || by === 'sTxId') return { sTxId };

  return by === 'mTxId' ? { mTxId } : { sTxId, mTxId };
}
