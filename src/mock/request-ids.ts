/** Creates the ids of requests for the header Request-Id. */
import { randomBytes } from 'node:crypto';

/** Ids such as `x3Qf9aYk-1z`: a random id of the mock, then the number of the request. */
export function createRequestIds(): () => string {
  const mock = randomBytes(6).toString('base64url');
  let count = 0;

  return () => {
    count += 1;
    return `${mock}-${count.toString(36)}`;
  };
}
