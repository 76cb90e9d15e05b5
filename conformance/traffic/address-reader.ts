/** Reads which service a request is for, where several share one address. */
import type { Exchange } from '../../src/exchange/exchange.ts';

/** The address with the host name of the request, if it differs: one address may serve several hosts. */
export function createAddressReader(): (exchange: Exchange) => string {
  let last:
    | { readonly service: string; readonly host: string | undefined; readonly address: string }
    | undefined;

  return ({ service = '', request: { headers } }) => {
    const { host } = headers;
    if (last?.service !== service || last.host !== host) {
      const name = host?.toLowerCase().replace(/:(?:80|443)$/, '');
      const isSame = name === undefined || service.split('/')[2]?.replace(/:(?:80|443)$/, '') === name;
      last = { service, host, address: isSame ? service : `${service} ${name}` };
    }

    return last.address;
  };
}
