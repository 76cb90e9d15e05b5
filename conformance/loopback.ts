/** Which addresses never leave this machine. */

/** As a URL writes addresses: every IPv4 one with four numbers, every IPv6 one in brackets and short. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(hostname)
  );
}
