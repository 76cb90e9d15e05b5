/** One state of a mock: its transactions, clock, journal, and what choices and defects remember. The mock has one; so has each world. */
import type { Validators } from '../../contract/validators.ts';
import { after } from '../../ledger/after.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type Answers, createAnswers, type OnBug } from '../answers.ts';
import type { FollowingClock } from '../clock.ts';
import { createFaults, type FaultOrText, type Faults } from '../faults/fault-store.ts';
import { withFaults } from '../faults/with-faults.ts';
import type { Fitting } from '../fitting.ts';
import type { Context } from '../handler.ts';
import type { Journal } from '../journal/journal.ts';
import { createLines } from '../lines.ts';
import type { Identify } from '../merchants.ts';
import type { Prism } from '../prism.ts';
import type { Roster } from '../roster.ts';
import { createToday } from '../today.ts';

/** What all worlds of a mock have in common. */
export interface Shared {
  readonly validators: Validators;
  readonly roster: Roster;
  readonly prism: Prism;
  readonly static: boolean;
  readonly createFitting: () => Fitting;
  /** What goes wrong on purpose from the start. */
  readonly faults: readonly FaultOrText[];
  readonly faultSeed: number;
  readonly onBug: OnBug;
}

export interface World {
  readonly kind: 'world';
  /** Undefined for what is outside of all worlds. */
  readonly name: string | undefined;
  readonly clock: FollowingClock;
  readonly journal: Journal;
  /** As its requests meet it, with whatever choices and defects make of it. */
  readonly ledger: Ledger;
  readonly answers: Answers;
  /** What goes wrong on purpose. */
  readonly faults: Faults;
  /** As it was when it began: no transactions, an empty journal, its first time, its first faults. */
  readonly reset: () => Promise<void>;
}

/** What a world begins with. */
export interface Beginning extends Pick<World, 'name' | 'clock' | 'journal' | 'ledger'> {
  /** Sets the clock to where it begins. */
  readonly setClock: () => void;
  /** Told each time when the token of a request is accepted. */
  readonly onLetIn?: () => void;
}

export function createWorld(shared: Shared, beginning: Beginning): World {
  const { name, clock, journal, ledger, setClock, onLetIn } = beginning;
  const { validators, roster, prism, createFitting, onBug } = shared;
  const furnish = (): Pick<World, 'answers' | 'ledger' | 'faults'> => {
    const fitting = createFitting();
    const fitted = fitting.ledger(ledger);
    const identify = tellingOf(
      roster.identifyWith({ ledger: fitted, today: createToday(clock.now) }, clock.now),
      onLetIn,
    );
    const lines = createLines({
      validators,
      identify,
      now: clock.now,
      prism,
      static: shared.static,
      fitting,
    });

    const faults = createFaults({ merchants: () => roster.merchants, seed: shared.faultSeed });
    for (const rule of shared.faults) faults.add(rule);

    return {
      ledger: fitted,
      faults,
      answers: withFaults(createAnswers(lines, onBug), { faults, identify, onBug }),
    };
  };
  let furniture = furnish();
  setClock();

  return {
    kind: 'world',
    name,
    clock,
    journal,
    get ledger() {
      return furniture.ledger;
    },
    get faults() {
      return furniture.faults;
    },
    get answers() {
      return furniture.answers;
    },
    async reset() {
      await ledger.clear();
      // What choices and defects remember goes with what it is about.
      furniture = furnish();
      journal.clear();
      setClock();
    },
  };
}

/** The same, and tells of each request whose merchant it knows. */
function tellingOf(identify: Identify<Context>, onLetIn: Beginning['onLetIn']): Identify<Context> {
  if (onLetIn === undefined) return identify;

  return (authorization) =>
    after(identify(authorization), (identified) => {
      if (identified.kind === 'known') onLetIn();

      return identified;
    });
}
