/**
 * The text that Alipay's signatures (RSA2) are over: parameters that have a value, sorted by name, as `name=value`
 * with `&` between. `sign` is never part of it; of notices `sign_type` is not either.
 */
export function signedText(
  parameters: Readonly<Record<string, string>>,
  without: readonly string[] = ['sign'],
): string {
  return Object.keys(parameters)
    .filter(name => !without.includes(name) && parameters[name] !== '')
    .sort()
    .map(name => `${name}=${parameters[name]}`)
    .join('&');
}

/**
 * The characters of one member of a JSON object, as they came in: the signature of an answer is over them, and writing
 * parsed JSON out again need not give the same. Undefined when the object has no such member, or its value is no object.
 */
export function rawMember(json: string, member: string): string | undefined {
  const lead = new RegExp(`[{,]\\s*"${member}"\\s*:\\s*`).exec(json);
  const start = lead ? lead.index + lead[0].length : -1;
  if (json[start] !== '{') return undefined;
  let depth = 0;
  let quoted = false;
  for (let at = start; at < json.length; at += 1) {
    const sign = json[at];
    if (quoted) {
      if (sign === '\\') at += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return json.slice(start, at + 1);
    }
  }
  return undefined;
}
