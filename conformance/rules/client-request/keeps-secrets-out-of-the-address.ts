/** No token stands in the address, where logs and proxies keep it. */
import { splitUrl } from '../../../src/exchange/exchange.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

export const keepsSecretsOutOfTheAddress: ClientRule = {
  id: 'client-request/keeps-secrets-out-of-the-address',
  section: '5',
  level: 'should',
  title: 'no token stands in the path or query: no JWT, and no parameter named for a token',
  fix: 'Send the token in the header Authorization only: servers and proxies write addresses to their logs.',
  example: { wrong: 'POST /v1/ch?access_token=eyJhbGciOi…', right: 'Authorization: Bearer eyJhbGciOi…' },

  observe({ request }) {
    const { path = '', query } = splitUrl(request);
    if (JWT.test(path)) return clientViolation('no token in the path', 'one');
    if (query !== undefined && (JWT.test(query) || NAMED.test(query)))
      return clientViolation('no token in the query', 'one');

    return CLIENT_HOLDS;
  },
};

const JWT = /eyJ[\w-]{5,}\.[\w-]+/;
const NAMED = /(?:^|&)(?:access[_-]?token|id[_-]?token|token|jwt|bearer|authorization)=[^&]/i;
