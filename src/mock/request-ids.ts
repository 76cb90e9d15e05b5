/** Names requests: unique within a mock and between mocks, and cheap. */
import { randomBytes } from 'node:crypto';

/** Makes ids such as `x3Qf9aYk-1z`: which mock, then which request of it. */
export function createRequestIds(): () => string {
  const mock = randomBytes(6).toString('base64url');
  let count = 0;

  return () => {
    count += 1;
    return `${mock}-${count.toString(36)}`;
  };
}
