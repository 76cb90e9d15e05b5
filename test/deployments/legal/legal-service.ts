/** A legal service: a deployment that obeys the document, with the deployment file that its user would write. */
import type { IncomingMessage } from 'node:http';
import { type DeploymentFile, readDeployment } from '../../../conformance/deployment/read-deployment.ts';
import {
  type ConformOptions,
  conform,
  type EffortName,
  type Report,
  type ReportRule,
} from '../../../conformance/index.ts';

import type { RuleId } from '../../../src/contract/rule-ids.ts';
import {
  checkFee,
  checkSale,
  type Fields,
  REFERENCE,
  type ReferenceBehavior,
  startReference,
  TOKENS,
} from '../reference.ts';

export interface LegalService {
  /** What the service does, with the service as the subject. */
  readonly name: string;
  /** Real systems that do so. */
  readonly like: string;
  readonly make: () => Partial<ReferenceBehavior>;
  /** Fields of the deployment file, added to `FILE` or replacing its fields. */
  readonly file?: DeploymentFile;
  /** The `should` rules that the service breaks: it is not judged with `--strict`. */
  readonly breaks?: readonly RuleId[];
  /** The rules that cannot be judged here. */
  readonly open?: readonly RuleId[];
  /** Whether runs are slow, since it answers late or throttles. */
  readonly isSlow?: true;
  /** The effort that has requests for what it does; `quick` by default. */
  readonly effort?: EffortName;
  /** The efforts at which a run may end inconclusive: the deployment file or the cap on requests leaves rules open. */
  readonly inconclusiveAt?: readonly EffortName[];
}

type More = Omit<LegalService, 'name' | 'like' | 'make'>;

/** @param like real systems that do so */
export const legal = (
  name: string,
  like: string,
  make: LegalService['make'],
  more: More = {},
): LegalService => ({ name, like, make, ...more });

/** The default deployment file. */
export const FILE: DeploymentFile = {
  merchants: {
    one: { token: TOKENS.one, processors: [{ mid: '700100', name: 'alpha' }] },
    several: {
      token: TOKENS.several,
      processors: [
        { mid: '700100', name: 'alpha' },
        { mid: '700200', name: 'beta' },
      ],
    },
  },
};

/** The `must` rules that compare fees are skipped where fees vary or are all alike. */
export const OPEN_FEES = {
  open: [
    'country/defaults-to-840',
    'processor/optional-with-one',
    'processor/mid-and-name-agree',
    'identity/update-recalculates-fee',
  ],
} as const satisfies More;

/** Never judged here: no deployment file names prices. */
const WITHOUT_PRICES: RuleId = 'fee/matches-reference';

/** Starts the service and judges it as its user would: with `--strict` where it breaks no `should` rule. */
export async function judgeService(
  { make, file = {}, ...service }: Pick<LegalService, 'make' | 'file' | 'breaks'>,
  options: Pick<ConformOptions, 'effort' | 'seed' | 'selects'>,
): Promise<Report> {
  await using server = await startReference(make());
  const text = JSON.stringify({ ...FILE, ...file });
  const deployment = readDeployment(text, 'deployment.yaml', {}, { url: server.url.href });

  return await conform({
    deployment,
    strict: service.breaks === undefined,
    ...options,
  });
}

/** Every result in the report that is wrong for this legal service. */
export function accusationsIn(report: Report, service: LegalService): readonly string[] {
  const { breaks = [], open = [], inconclusiveAt = [] } = service;
  const mayEndOpen = inconclusiveAt.includes(report.effort);
  const isAllowed = ({ id, level, outcome }: ReportRule) => {
    if (outcome === 'pass' || outcome === 'observed') return true;
    if (outcome === 'skipped')
      return mayEndOpen || level !== 'must' || open.some((rule) => rule === id) || id === WITHOUT_PRICES;
    if (outcome === 'blocked' && level !== 'must') return open.some((rule) => rule === id);

    return outcome === 'fail' && breaks.some((broken) => broken === id);
  };
  const rules = report.rules
    .filter((rule) => !isAllowed(rule))
    .map(({ id, outcome, reason, counterexample }) =>
      [`${id} ${outcome}: ${reason}`, counterexample?.got].filter(Boolean).join('; got '),
    );
  const isSettled = report.verdict === 'conformant' || (mayEndOpen && report.verdict === 'inconclusive');

  return isSettled ? rules : [`${report.verdict}: ${report.summary}`, ...rules];
}

/** Also refuses fee calls for a reason of the service's own. */
export function refusingFees(
  why: (...call: Parameters<ReferenceBehavior['checkFee']>) => string | undefined,
): Pick<ReferenceBehavior, 'checkFee'> {
  return { checkFee: (...call) => checkFee(...call) ?? why(...call) };
}

/** Also refuses fee calls and sales for a reason of the service's own. */
export function refusing(
  why: (request: Fields) => string | undefined,
): Pick<ReferenceBehavior, 'checkFee' | 'checkSale'> {
  return {
    ...refusingFees(why),
    checkSale: (request, found) => checkSale(request, found) ?? why(request),
  };
}

/** Reads each request in the service's own way before anything else looks at it. */
export function reading(read: (request: Fields) => Fields): Partial<ReferenceBehavior> {
  return {
    normalizeRequest: read,
    checkSale: (request, found) => checkSale(read(request), found),
    findTransaction: (known, request) => REFERENCE.findTransaction(known, read(request)),
  };
}

/** Every text of a request: its fields and the entries of its arrays. */
export function textsOf(request: Fields): readonly string[] {
  return Object.values(request)
    .flat()
    .filter((value) => typeof value === 'string');
}

export function isStranger({ headers }: IncomingMessage): boolean {
  return REFERENCE.authenticate(headers.authorization?.replace(/^Bearer /i, '')) === undefined;
}

/** Removes the noise of binary floats. */
export function cents(dollars: number): number {
  return Math.round(dollars * 100) / 100;
}
