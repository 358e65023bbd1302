import { enable } from '../../shared/shared.codes.ts';

/** Selects the formula and the algorithm for a programme (domain 4.7, 4.8). */

/** The parts of a programme that select its rules. */
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

/** Where a rule was found; results of `default` are marked as provisional (amendment 4). */
export type RuleSource = 'row' | 'school' | 'line' | 'province' | 'config' | 'default';

/** The default formula, used silently if none is set. */
export const defaultExpression = 'R*0.5+U*(W/Q)*0.5';

/** Category 0 and an empty batch mean all of them; the most specific rule wins, then the newest. */
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
 * The formula of a programme for a kind of score (1 composite, 6 converted): its own, its school's, the line's or the
 * province's; otherwise the default, which has no row. A disabled formula applies only if a row names it.
 */
export function resolveFormula<T extends FormulaChoice>(
  owner: RuleOwner,
  choices: readonly T[],
  { scoreType, lineFormulaId }: { readonly scoreType: number; readonly lineFormulaId?: number | null },
): { readonly source: RuleSource; readonly formula?: T } {
  const kind = choices.filter(choice => choice.scoreType === scoreType);
  const named = (id: number | null | undefined) => (id ? kind.find(choice => choice.id === id) : undefined);
  const open = kind.filter(({ status }) => status === enable.is.enabled);
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

/**
 * The algorithm of a programme: its own, the one for its province, category and batch, the one in the parameters, else
 * none.
 */
export function resolveAlgorithm<T extends AlgorithmChoice>(
  owner: RuleOwner,
  choices: readonly T[],
  byDefault?: T,
): { readonly source: RuleSource; readonly algorithm?: T } {
  const named = owner.algorithmId ? choices.find(({ id }) => id === owner.algorithmId) : undefined;
  if (named) return { source: 'row', algorithm: named };
  const found = closest(
    owner,
    choices.filter(({ status }) => status === enable.is.enabled),
  );
  if (found) return { source: 'province', algorithm: found };
  return byDefault ? { source: 'config', algorithm: byDefault } : { source: 'default' };
}
