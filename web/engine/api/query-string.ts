/** Values a query may carry; an array repeats its key. */
export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];

/** Query of a call. */
export type Query = Readonly<Record<string, QueryValue>>;

/**
 * `query` as text with its `?`, or nothing when it is empty. Arrays become repeated keys without indices
 * (spec section 7, domain Q18); null, undefined and blank values are left out, since they set no condition.
 */
export function queryString(query: Readonly<Record<string, unknown>> | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === null || value === undefined || value === '') continue;
    for (const item of Array.isArray(value) ? value : [value]) parameters.append(name, String(item));
  }
  const text = parameters.toString();
  return text && `?${text}`;
}
