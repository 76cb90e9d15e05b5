/** The options of the commands that listen: the mock and the proxy. */
import { number, type Option, text } from './options.ts';

export const PORT = number('<number>', 'port to listen on, 0 for a free one', {
  min: 0,
  max: 65_535,
  hidden: true,
  default: 4010,
});

export const HOST = text('<address>', 'address to listen on (default 127.0.0.1)');

/** The file of the generated certificate; `true` for a temporary one. */
const https: Option<string | true | undefined> = {
  value: '[file]',
  about: 'serve HTTPS; write the generated certificate to the file',
  read: (typed) => (typeof typed === 'object' ? undefined : typed),
};

export const HTTPS_OPTIONS = {
  https,
  cert: text('<file>', 'serve HTTPS with this certificate (PEM)'),
  key: text('<file>', 'private key of that certificate (PEM)'),
};
