/**
 * The text covered by Alipay's signatures (RSA2): parameters with a value, sorted by name, as `name=value` joined by
 * `&`. `sign` is never part of it; for notices neither is `sign_type`.
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
 * The original characters of one member of a JSON object: the signature of an answer covers them, and serialising
 * parsed JSON may differ. Undefined if the object has no such member, or its value is not an object.
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
