/** Whether the header Accept prefers HTML to JSON: browsers name text/html, other programs JSON or any type. */
export function wantsPage(accept = ''): boolean {
  return qualityOf('text/html', accept) > qualityOf('application/json', accept);
}

/** The weight of a type (RFC 9110, section 12.4.2); 0 where the header does not name it. */
function qualityOf(type: string, accept: string): number {
  const range = accept.split(',').find((one) => one.trim().toLowerCase().startsWith(type));
  if (range === undefined) return 0;
  const [, weight] = /;\s*q=([^;\s]*)/i.exec(range) ?? [];

  return weight === undefined ? 1 : Number(weight) || 0;
}
