/** The alternatives of each blank of an answer as it is stored; one empty blank of an empty answer. */
export function blanksOf(answer: string): string[][] {
  return answer.split(/[;；]/).map(blank =>
    blank
      .split(/[|｜]/)
      .map(one => one.trim())
      .filter(one => one !== ''),
  );
}

/** The answer of blanks; empty while none has an alternative and there is but one. */
export function textOfBlanks(blanks: readonly (readonly string[])[]): string {
  return blanks.map(alternatives => alternatives.join('|')).join(';');
}

/** Blanks that a stem leaves: runs of underscores and empty brackets. */
export function blanksIn(title: string): number {
  return title.match(/_{2,}|（[\s\u3000]*）|\(\s*\)/g)?.length ?? 0;
}
