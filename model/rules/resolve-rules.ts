/** Which formula and which algorithm a programme goes by, out of those that there are (domain 4.7, 4.8). */

/** The programme: what of its row decides. */
export interface RuleOwner {
  readonly jointCategoryId: number;
  readonly batch: number;
  readonly schoolId: number;
  readonly formulaId?: number | null;
  readonly algorithmId?: number | null;
}

/** A formula of the programme's year and province. */
export interface FormulaChoice {
  readonly id: number;
  readonly jointCategoryId: number;
  readonly batch: number | null;
  readonly schoolId: number | null;
  readonly scoreType: number;
  readonly status: number;
}

/** An algorithm of the programme's year and province. */
export interface AlgorithmChoice {
  readonly id: number;
  readonly jointCategoryId: number;
  readonly batch: number | null;
  readonly status: number;
}

/** Where a rule was found; `default` is nobody's, and what comes of it is marked as provisional (amendment 4). */
export type RuleSource = 'row' | 'school' | 'line' | 'province' | 'config' | 'default';

/** The formula that is silently taken where nobody has said any. */
export const defaultExpression = 'R*0.5+U*(W/Q)*0.5';

/** A category 0 and an empty batch stand for all of them; what is said more closely comes first, the newest of two alike. */
function closest<T extends AlgorithmChoice>(owner: RuleOwner, choices: readonly T[]): T | undefined {
  const closeness = ({ jointCategoryId, batch }: T) =>
    (jointCategoryId === owner.jointCategoryId ? 2 : 0) + (batch === owner.batch ? 1 : 0);
  return choices
    .filter(
      ({ jointCategoryId, batch }) =>
        (jointCategoryId === 0 || jointCategoryId === owner.jointCategoryId) &&
        (batch === null || batch === 0 || batch === owner.batch),
    )
    .sort((one, other) => closeness(other) - closeness(one) || other.id - one.id)[0];
}

/**
 * The formula of a programme for a kind of score (1 composite, 6 converted): its own, its school's, that of the line, the
 * province's; without any the default, which has no row. One that is switched off counts only where a row names it.
 */
export function resolveFormula<T extends FormulaChoice>(
  owner: RuleOwner,
  choices: readonly T[],
  { scoreType, lineFormulaId }: { readonly scoreType: number; readonly lineFormulaId?: number | null },
): { readonly source: RuleSource; readonly formula?: T } {
  const kind = choices.filter(choice => choice.scoreType === scoreType);
  const named = (id: number | null | undefined) => (id ? kind.find(choice => choice.id === id) : undefined);
  const open = kind.filter(({ status }) => status === 1);
  const found: readonly (readonly [RuleSource, T | undefined])[] = [
    ['row', named(owner.formulaId)],
    [
      'school',
      closest(
        owner,
        open.filter(({ schoolId }) => schoolId === owner.schoolId),
      ),
    ],
    ['line', named(lineFormulaId)],
    [
      'province',
      closest(
        owner,
        open.filter(({ schoolId }) => !schoolId),
      ),
    ],
  ];
  for (const [source, formula] of found) if (formula) return { source, formula };
  return { source: 'default' };
}

/** The algorithm of a programme: its own, that of its province, category and batch, the one that the parameters name, else none. */
export function resolveAlgorithm<T extends AlgorithmChoice>(
  owner: RuleOwner,
  choices: readonly T[],
  byDefault?: T,
): { readonly source: RuleSource; readonly algorithm?: T } {
  const named = owner.algorithmId ? choices.find(({ id }) => id === owner.algorithmId) : undefined;
  if (named) return { source: 'row', algorithm: named };
  const found = closest(
    owner,
    choices.filter(({ status }) => status === 1),
  );
  if (found) return { source: 'province', algorithm: found };
  return byDefault ? { source: 'config', algorithm: byDefault } : { source: 'default' };
}
