/** Node's HTTP server. An import of node:http reads all its names, and WebSocket loads fetch: a fifth of the mock's start. */
export const { createServer: createHttpServer, STATUS_CODES } = process.getBuiltinModule('node:http');
