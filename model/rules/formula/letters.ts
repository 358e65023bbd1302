import type { FormulaValues } from './evaluate.ts';

/** A line of the province, with the fields used for variables (domain D8). */
export interface LetterLine {
  readonly jointCategoryId: number;
  readonly aos: number;
  readonly batch: number;
  /** 1 undergraduate, 2 junior college. */
  readonly diploma: number;
  readonly cultureLine: string | null;
  readonly profLine: string | null;
  readonly compositeLine: string | null;
  readonly passLine: string | null;
  readonly cultureFull: string | null;
  readonly profFull: string | null;
}

/** A candidate's values for the letters: scores as decimals. */
export interface LetterScores {
  readonly cultureScore?: string | null;
  readonly profScore?: string | null;
  readonly schoolScore?: string | null;
  readonly schoolFull?: string | null;
  readonly schoolPass?: string | null;
  readonly englishScore?: string | null;
  readonly chineseScore?: string | null;
}

/** The codes of arts and science, each with its later equivalents (`@aos`); the undivided line belongs to both. */
const sides = { arts: [1, 4, 3], science: [2, 5, 3] } as const;

/**
 * The lowest diploma line on one side: if a province has several batches of it, the lowest is the requirement of the
 * diploma itself. The undivided line is ignored if both sides have lines.
 */
function lowest(
  lines: readonly LetterLine[],
  diploma: number,
  side: keyof typeof sides,
  of: 'cultureLine' | 'profLine',
): string | null {
  for (const aos of sides[side]) {
    const values = lines
      .filter(line => line.diploma === diploma && line.aos === aos)
      .flatMap(line => line[of] ?? []);
    if (values.length > 0) return values.reduce((one, other) => (Number(other) < Number(one) ? other : one));
  }
  return null;
}

/**
 * The known variables of a formula for a candidate (domain 4.7), within one category, province and year; the others are
 * null, as are results that use them. `composite` is computed if a formula names it.
 */
export function lettersOf(
  candidate: LetterScores,
  known: {
    /** The line of the programme's batch. */
    readonly line: LetterLine | undefined;
    /** All lines of the category. */
    readonly lines: readonly LetterLine[];
    readonly rank: number | null;
    readonly composite: string | null;
  },
): FormulaValues {
  const { line, lines, rank } = known;
  return {
    R: candidate.cultureScore ?? null,
    W: line?.cultureFull ?? '750',
    U: candidate.profScore ?? null,
    Q: line?.profFull ?? '300',
    T: candidate.schoolScore ?? null,
    P: candidate.schoolFull ?? null,
    M: candidate.schoolPass ?? null,
    E: candidate.englishScore ?? null,
    C: candidate.chineseScore ?? null,
    S: known.composite,
    I: line?.passLine ?? null,
    H: lowest(lines, 1, 'arts', 'profLine'),
    N: lowest(lines, 1, 'science', 'profLine'),
    J: lowest(lines, 1, 'arts', 'cultureLine'),
    K: lowest(lines, 1, 'science', 'cultureLine'),
    L: lowest(lines, 2, 'arts', 'cultureLine'),
    V: lowest(lines, 2, 'science', 'cultureLine'),
    X: lowest(lines, 2, 'arts', 'profLine'),
    Y: lowest(lines, 2, 'science', 'profLine'),
    G: line?.compositeLine ?? null,
    Z: rank === null ? null : String(rank),
  };
}
