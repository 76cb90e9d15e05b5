/** WireMock, which needs Java: one stub that the request has to match. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { feeRequestSchema } from '../peers/fee-request-schema.ts';
import { findInstalled } from '../peers/installed.ts';
import type { Contender } from './contender.ts';
import { BY_CONTRACT } from './probes.ts';

export const wiremock: Contender = {
  name: 'WireMock',
  about:
    'One stub that matches three headers and the body by the contract’s JSON Schema; no journal, no logs.',
  stands: BY_CONTRACT,
  async find(processes) {
    const installed = findInstalled('wiremock');
    if (installed.kind === 'missing') return installed;
    const java = await processes.run(['-version'], 'java').catch(() => undefined);
    if (java === undefined) return { kind: 'missing', why: 'it needs Java, and no java is on the path' };
    const builds = join(installed.folder, 'build');
    const jar = join(builds, readdirSync(builds).find((name) => name.endsWith('.jar')) ?? '');

    return {
      kind: 'found',
      version: `${installed.version}, Java ${/"([^"]+)"/.exec(java.problem)?.[1] ?? 'unknown'}`,
      commandFor({ port, answer, folder }) {
        mkdirSync(join(folder, 'mappings'), { recursive: true });
        writeFileSync(join(folder, 'mappings', 'fee.json'), JSON.stringify(stub(answer)));

        return {
          program: 'java',
          args: [
            ...['-jar', jar, '--port', `${port}`, '--bind-address', '127.0.0.1', '--root-dir', folder],
            ...['--no-request-journal', '--disable-request-logging', '--disable-banner'],
          ],
        };
      },
    };
  },
};

function stub(answer: string): unknown {
  return {
    request: {
      method: 'POST',
      urlPath: '/v1/ch',
      headers: {
        Authorization: { matches: 'Bearer .+' },
        'X-Requested-With': { equalTo: 'xhr' },
        'Content-Type': { matches: '(?i)application/json.*' },
      },
      bodyPatterns: [{ matchesJsonSchema: feeRequestSchema(), schemaVersion: 'V202012' }],
    },
    response: { status: 200, headers: { 'Content-Type': 'application/json' }, body: answer },
  };
}
