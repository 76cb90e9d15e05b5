/** Compares a mock with a recording, and prints the differences. */
import { createReadStream, statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { recordedDeployment } from '../../conformance/evidence/play-back.ts';
import { readHarFiles } from '../../src/exchange/har/read-har.ts';
import { startMock } from '../../src/mock/index.ts';
import { parseMockFile } from '../../src/mock/read-merchants.ts';
import { cut, visibleLine } from '../../src/text/visible.ts';
import { count } from '../../src/text/words.ts';
import { readReportChoices } from '../choice-options.ts';
import { type Run, UsageError } from '../command.ts';
import { type Drift, type DriftDifference, findDrift } from '../find-drift.ts';
import { readMerchantFile } from '../merchant-file.ts';
import { toJson } from '../output.ts';
import { createResender, type RecordedMerchant } from '../resend-calls.ts';
import { interruptedCode } from '../shutdown.ts';
import type * as declared from './report-commands.ts';

export const runDrift: Run<typeof declared.drift> = async (
  { arguments: [path = ''], options },
  { warn, shutdown },
) => {
  const deployment = recordedDeployment(await headOf(path));
  const { pricing } = deployment ?? {};
  const isRecorded = options.merchants === undefined && pricing?.text !== undefined;
  if (isRecorded)
    warn(`tollgate: the mock has the merchants of the recording, ${visibleLine(pricing.path)}\n`);
  const merchants = isRecorded
    ? parseMockFile(pricing.text, `${path}: ${pricing.path}`).merchants
    : readMerchantFile(options.merchants);
  const choices = options.like === undefined ? {} : readReportChoices(options.like, warn);
  await using mock = await startMock({ port: 0, merchants, choices, control: 'off', journal: 0 });
  const resend = createResender(mock, merchants, toRecordedMerchants(deployment));
  const drift = await findDrift(readHarFiles([path], shutdown), resend, shutdown);
  if (shutdown.aborted) return { code: interruptedCode(shutdown), out: '' };
  const { compared, differences, notCompared } = drift;
  if (compared === 0)
    throw new UsageError(
      `${path}: expected calls of the API that can be sent again, got none${listed(notCompared)}`,
    );

  return {
    code: differences.length + drift.choices.length > 0 ? 1 : 0,
    out: options.json ? toJson(drift) : describe(drift),
  };
};

/** Each has the name that its recording has for its prices, else `one` or `several`. */
function toRecordedMerchants(deployment: Deployment | undefined): readonly RecordedMerchant[] {
  return (['one', 'several'] as const).flatMap((role) => {
    const token = deployment?.[role]?.token;
    const name = deployment?.pricing?.[role]?.name;

    return token === undefined ? [] : [{ token, names: name === undefined ? [role] : [name, role] }];
  });
}

/** In bytes: the head of a recording. */
const LARGEST_HEAD = 16 * 1024 * 1024;

/** Empty where the file cannot be read, which the comparison says; a pipe can be read only once. */
async function headOf(path: string): Promise<string> {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return '';

  return text(createReadStream(path, { end: LARGEST_HEAD - 1 })).catch(() => '');
}

function describe({ compared, fees, differences, choices, notCompared }: Drift): string {
  const total = differences.length + choices.length;
  const heading = (title: string, { length }: readonly unknown[]) =>
    length === 0 ? [] : [`${title}: ${count(length, 'difference')}`];
  const ofKind = (kind: DriftDifference['kind'], title: string) => {
    const found = differences.filter((difference) => difference.kind === kind);

    return [...heading(title, found), ...lines(found)];
  };

  return [
    `${count(compared, 'call')} compared, ${count(fees, 'fee')} among them: ${total === 0 ? 'no difference' : count(total, 'difference')}`,
    ...[...ofKind('fee', 'Fees'), ...ofKind('refusal', 'Refusals'), ...ofKind('transaction', 'Transactions')],
    ...heading('Choices', choices),
    ...choices.map(({ name, recorded, mock }) => `  ${name}: recorded ${shown(recorded)}, mock ${mock}`),
    ...(notCompared.length === 0 ? [] : [`Not compared${listed(notCompared)}`]),
    '',
  ].join('\n');
}

/** Of each kind. */
const MOST_SHOWN = 10;

/** Equal differences are one line. */
function lines(found: readonly DriftDifference[]): readonly string[] {
  const groups = Map.groupBy(
    found,
    ({ call, headers, recorded, mock }) =>
      `  recorded ${shown(recorded)}, mock ${shown(mock)}: ${call}${headers === undefined ? '' : ` (${shown(headers)})`}`,
  );
  const all = [...groups].map(
    ([line, group]) =>
      `${line} ${shown(group[0]?.body ?? '')}${group.length > 1 ? ` (${group.length} times)` : ''}`,
  );
  const more = all.length - MOST_SHOWN;

  return more > 0 ? [...all.slice(0, MOST_SHOWN), `  and ${more} more; --json lists all`] : all;
}

function listed(notCompared: Drift['notCompared']): string {
  const reasons = notCompared
    .slice(0, MOST_SHOWN)
    .map(({ why, count: calls }) => `${count(calls, 'call')} (${shown(why)})`);
  const more = notCompared.length - reasons.length;
  if (more > 0) reasons.push(`and for ${count(more, 'more reason')}; --json lists all`);

  return reasons.length === 0 ? '' : `: ${reasons.join(', ')}`;
}

/** In characters. */
const LONGEST = 160;

function shown(text: string): string {
  return visibleLine(cut(text, LONGEST));
}
