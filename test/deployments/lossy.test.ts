/** A deployment that now and then loses an answer or fails is judged to the end, within the few requests of quick effort. */
import { expect, test } from 'vitest';
import { conform } from '../../conformance/index.ts';
import { deploymentOf } from './deployment-of.ts';
import { startReference } from './reference.ts';

const EVERY = 30;

test.each([0, 4, 9, 14, 20, 26])(
  'one answer in 30 lost and one in 30 a 503, counted from %i: conformant',
  async (offset) => {
    let requests = offset;
    await using server = await startReference({
      intercept(_, response) {
        requests++;
        if (requests % EVERY === 0) response.destroy();
        else if (requests % EVERY === EVERY / 2) response.writeHead(503).end();
        else return false;

        return true;
      },
    });
    const { verdict, summary } = await conform({
      deployment: deploymentOf(server.url),
      seed: offset,
      effort: 'quick',
    });

    expect({ verdict, summary }).toMatchObject({ verdict: 'conformant' });
  },
);
