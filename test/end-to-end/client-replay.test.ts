/** A failure of a client is shown with its merchants, and `replay` says how to see it again. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../shape/source-files.ts';
import { tollgateHere } from './command.ts';

const MERCHANTS = join(ROOT, 'fixtures/merchants/merchants.yaml');
const RULE = 'client-tolerance/success-status';
/** A client whose requests differ from run to run. */
const SCRIPT = `status=$(curl -s -m 8 -o /dev/null -w '%{http_code}' $TOLLGATE_URL/v1/ch -H 'X-Requested-With: xhr' \
  -H 'Content-Type: application/json' -H "Authorization: Bearer $TOLLGATE_TOKEN" \
  -d '{"amount":'$RANDOM',"nicn":"424242","region":"85004"}')
echo "Test Files (1)"
test $status = 200 || { echo "AssertionError: expected $status to be 200"; exit 1; }`;

test('the replay line has the merchant file, the failing assertion is named, and replay says what to do', async () => {
  const report = join(mkdtempSync(join(tmpdir(), 'tollgate-replay-')), 'client.json');
  const { code, out } = await tollgateHere([
    ...['check-client', '--only', RULE, '--effort', 'quick', '--merchants', MERCHANTS],
    ...['--report', 'text', '--report', `json=${report}`, '--', 'bash', '--norc', '-c', SCRIPT],
  ]);

  expect(code).toBe(1);
  expect(out).toContain(`mock --merchants ${MERCHANTS} --choose success-status=201`);
  expect(out).toContain('its output says "AssertionError: expected 201 to be 200"');
  expect(out).toMatch(/seen in.*:\n {4}\S/);

  const replayed = await tollgateHere(['replay', report, RULE]);
  expect(replayed.code).toBe(2);
  expect(replayed.problem).toContain('expected a report of a service, got one of a client');
  expect(replayed.problem).toContain(`mock --merchants ${MERCHANTS} --choose success-status=201`);
  expect(replayed.problem).not.toContain('Did you mean');
});
