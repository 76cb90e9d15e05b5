/** A bad request is refused as an error of the client, not of the server. */
import { describeExchange, hasServerFailed } from '../../rule/assertions.ts';
import { violation } from '../../rule/finding.ts';
import { everyResponse } from '../../rule/patterns/responds.ts';

/** This many separate outages in one run are not accidents. */
const MIN_OUTAGES = 3;

export const noServerErrorOnBadInput = everyResponse({
  id: 'robustness/no-server-error-on-bad-input',
  section: '7',
  title: 'no request gets a server error',
  tries:
    'Every response of the run, and the responses to some bad requests. A single outage is not a failure; recurring ' +
    'server errors are, even if no request reproduces them.',
  fix:
    'Validate requests before you process them, and refuse bad ones with a status below 500: 500 and above say ' +
    'that the server itself failed. If the request is a valid one, look for the cause in the server and in what it ' +
    'depends on. Methods other than POST may get 405 or 501.',
  lookAlikes: ['rate-limiting=503'],
  dependsOn: ['robustness/survives-malformed-input'],

  findViolation(exchange) {
    if (!hasServerFailed(exchange)) return undefined;
    const nature = 'server-error';

    return violation('a status below 500', describeExchange(exchange), {
      nature,
      isAccident: true,
      failsFrom: MIN_OUTAGES,
    });
  },
});
