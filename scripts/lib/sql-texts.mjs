/** The beginning of a statement or of a part of one: the tag, its type, and the sign that opens the text. */
const opening = /\bsql(?:<(?:[^`<>]|<(?:[^`<>]|<[^`<>]*>)*>)*>)?\s*`/g;

/** The text of a template from `start`, just after its opening backquote, to its end, including its expressions. */
export function templateAt(source, start) {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source.startsWith('${', at)) depth += 1;
    else if (depth > 0 && source[at] === '}') depth -= 1;
    else if (depth === 0 && source[at] === '`') return source.slice(start, at);
  }
  return source.slice(start);
}

/** A source in which everything but the texts of its statements is blank; the rest keeps its place and its lines. */
export function sqlOnly(source) {
  const blank = source.replaceAll(/[^\n]/g, ' ');
  let kept = '';
  for (const { 0: tag, index } of source.matchAll(opening)) {
    const start = index + tag.length;
    const end = start + templateAt(source, start).length;
    // The outer text already holds a statement inside an expression of it.
    if (end <= kept.length) continue;
    kept += blank.slice(kept.length, start) + source.slice(start, end);
  }
  return kept + blank.slice(kept.length);
}
