/** What a verdict means and what to do next, for somebody who has never met this tool. */
import type { Report } from './report.ts';
import { rulesOf } from './standing.ts';

export interface Meaning {
  readonly means: string;
  readonly next: string;
}

export function meaningOf(report: Report): Meaning {
  const { verdict, exitCode, summary } = report;

  switch (verdict) {
    case 'conformant':
      return exitCode === 0 ? conformant(report) : { means: summary, next: MEND_WAIVERS };
    case 'nonconformant': {
      const failed = rulesOf(report, 'failed').length;

      return {
        means: `This deployment breaks ${count(failed, 'rule')} of the API document. Each failure was confirmed by asking again.`,
        next: 'Run the commands of the first failure to reproduce it, fix it, and run the suite again. Rules that depend on a failed rule are tested once that rule passes.',
      };
    }
    case 'inconclusive':
      if (exitCode === 4) return brokenTool(report);
      if (exitCode === 0) return observedAlone(report);
      return exitCode === 1 ? { ...open(report), next: MEND_WAIVERS } : open(report);
  }
}

function conformant(report: Report): Meaning {
  const untested = rulesOf(report, 'untested').length;
  const warned = rulesOf(report, 'warned').length;
  const agreed = rulesOf(report, 'waived', 'known').length;
  const save =
    agreed === 0
      ? ''
      : `, save ${count(agreed, 'failure')} that ${agreed === 1 ? 'was' : 'were'} agreed not to count`;
  const means = `Every rule of the API document that was tested holds (${rulesOf(report, 'passed').length} passed)${save}.`;

  return {
    means: warned === 0 ? means : `${means} ${count(warned, 'warning')} beside that.`,
    next:
      untested > 0
        ? `${count(untested, 'rule')} could not be tested; the reasons below say what the suite would need.`
        : warned > 0
          ? 'Nothing has to be done. The warnings are about what such a service had better do; with --strict they count.'
          : 'Nothing has to be done.',
  };
}

const MEND_WAIVERS = 'Renew the waiver or take it out, and judge again.';

function open(report: Report): Meaning {
  const unsettled = rulesOf(report, 'unsettled').length;
  const means =
    'Nothing can be said for certain: this is no verdict for the deployment, and none against it.';

  return {
    means,
    next:
      unsettled > 0
        ? `${count(unsettled, 'failure')} did not repeat each time. Judge again; what comes and goes often has to do with load, several instances or a cache.`
        : report.summary,
  };
}

function observedAlone({ summary }: Report): Meaning {
  return {
    means:
      'No rule was selected: this run only observed what the deployment does where the document is silent.',
    next: `${summary} The choices are listed below.`,
  };
}

function brokenTool({ tool, seed }: Report): Meaning {
  return {
    means: 'The tool itself broke while it judged some of the rules. That is no fault of the deployment.',
    next: `Please report it with the report in JSON, the version (${tool.version}) and the seed (${seed}).`,
  };
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
