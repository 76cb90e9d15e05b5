/** Changes all strings in a JSON value, including names. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  const within = (inner: unknown): unknown => {
    if (typeof inner === 'string') return change(inner);
    if (Array.isArray(inner)) return inner.map(within);
    if (typeof inner !== 'object' || inner === null) return inner;

    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [change(key), within(item)]));
  };

  return within(value) as T;
}
