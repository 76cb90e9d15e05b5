/** Orval writes addresses relative to a page unless it is given one: check-generators sets it. */
export default {
  client: {
    input: '../../openapi.200.yaml',
    output: { target: 'generated/orval/client.ts', client: 'fetch', baseUrl: process.env.TOLLGATE_URL },
  },
};
