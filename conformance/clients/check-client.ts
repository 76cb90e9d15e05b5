/** Judges a client: runs it against mocks that behave as the document allows, and reports what it sends. */
import { randomInt } from 'node:crypto';
import { CLIENT_RULE_IDS } from '../../src/contract/client-rule-ids.ts';
import { maskAddresses } from '../../src/text/mask.ts';
import { withEvidence } from '../evidence/digests.ts';
import { recordClient } from '../evidence/record-client.ts';
import { headOf } from '../evidence/recording.ts';
import type { Report } from '../report/report.ts';
import { mustSelection } from '../rule/selection.ts';
import { profileOf } from '../verdict/profile.ts';
import { type CheckClientOptions, type GivenCheck, judgeClient } from './judge-client.ts';
import { createRunsAhead } from './run-ahead.ts';
import { type RunSource, runClient } from './run-client.ts';

/**
 * Judges a client (all sections). Resolves to a report whatever the client does.
 *
 * @throws SelectionError if a pattern of `must` matches no rule on clients; ProfileError if there is no such profile, or
 *   another option changes what counts in it; HarWriteError if a recording exists or cannot be created
 */
export async function checkClient(options: CheckClientOptions): Promise<Report> {
  const { seed = randomInt(2 ** 31), startMock, run, signal, record, jobs = 1 } = options;
  const { effort = profileOf(options, 'client')?.effort ?? 'standard' } = options;
  const given = { ...options, effort, seed, startedAt: new Date() };
  mustSelection(options.must ?? [], 'clients');
  const recorder = record && recordClient(record, toClientHead(given));

  const ahead = createRunsAhead({
    ...{ jobs, signal },
    start: ({ variation, timeLimit, isEndless }, job, ending) =>
      runClient(variation, { startMock, run, seed, timeLimit, isEndless, job, signal: ending }),
  });
  const source: RunSource = {
    ...ahead,
    async run(planned, isTrusted) {
      const done = await ahead.run(planned, isTrusted);

      return recorder?.record(planned, done) ?? done;
    },
  };
  try {
    return await withEvidence(record, recorder, () => judgeClient(given, source));
  } finally {
    await ahead.close();
  }
}

/** The options as a recording holds them. */
function toClientHead(given: GivenCheck) {
  const { like = {}, selects = () => true, timeLimit, command = 'tollgate', mockArguments = [] } = given;

  return {
    ...{ kind: 'check-client', ...headOf(given), selected: CLIENT_RULE_IDS.filter(selects) },
    ...{ target: maskAddresses(given.target ?? 'client'), like, timeLimit, command, mockArguments },
  };
}
