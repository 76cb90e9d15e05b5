/** Long files of another party cost the command line little, whatever their form. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tollgateHere } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-long-'));
afterAll(() => rmSync(folder, { recursive: true }));

const save = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);

  return path;
};

describe('a file of 20,000 lines', () => {
  const lines = (line: (index: number) => string) =>
    Array.from({ length: 20_000 }, (_, at) => line(at)).join('\n');
  /** Seconds of the processor: others may use the machine, too. */
  const cost = async (args: readonly string[]) => {
    const before = process.cpuUsage();
    const { code, problem } = await tollgateHere(args);
    const { user } = process.cpuUsage(before);

    return { code, problem, seconds: user / 1e6 };
  };

  it('takes no longer as a mapping than as a list', async () => {
    const list = save(
      'list.yaml',
      lines((at) => `- k${at}`),
    );
    const mapping = save(
      'mapping.yaml',
      lines((at) => `k${at}: 1`),
    );
    const ofList = await cost(['conform', '--deployment', list]);
    const ofMapping = await cost(['conform', '--deployment', mapping]);

    expect([ofList.code, ofMapping.code]).toEqual([2, 2]);
    expect(ofMapping.problem.split('\n').length).toBeLessThan(30);
    expect(ofMapping.problem).toContain('and 19980 more');
    expect(ofMapping.seconds).toBeLessThan(5 * ofList.seconds + 1);
  });

  it('takes no longer as waivers', async () => {
    const day = ['- rule: nicn/refuses-non-digits', '  reason: known', '  until: 2027-01-31'].join('\n');
    const few = save('few.yaml', day);
    const many = save(
      'many.yaml',
      lines((at) => `${day}\n  shape: number ${at}`),
    );
    const judge = ['conform', '--mock', '--only', 'nicn/refuses-non-digits', '--waivers'];
    const ofFew = await cost([...judge, few]);
    const ofMany = await cost([...judge, many]);

    expect([ofFew.code, ofMany.code]).toEqual([1, 1]);
    expect(ofMany.seconds).toBeLessThan(ofFew.seconds + 15);
  });
});
