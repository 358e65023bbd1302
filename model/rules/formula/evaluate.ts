import {
  added,
  compared,
  decimalText,
  divided,
  type Fraction,
  fraction,
  multiplied,
  opposite,
  rounded,
} from '../fraction.ts';
import { FormulaError, type FormulaFault, formulaLimits } from './fault.ts';
import { type Comparison, type Formula, type FormulaNode, parseFormula } from './parse.ts';
import type { FormulaVariable } from './variables.ts';

/** Values of the variables, as decimals; an unknown one is omitted or null. */
export type FormulaValues = { readonly [V in FormulaVariable]?: string | null };

/** Rounding of a result: a code of `roundMode`, 1 half up, 2 truncated (domain D13). */
export interface FormulaPlaces {
  readonly decimals: number;
  readonly roundMode: number;
}

const holds: Readonly<Record<Comparison, (order: -1 | 0 | 1) => boolean>> = {
  '>=': order => order >= 0,
  '<=': order => order <= 0,
  '>': order => order > 0,
  '<': order => order < 0,
  '==': order => order === 0,
};

/** Evaluates a part of a formula; null if a variable it needs is unknown. */
function worthOf(node: FormulaNode, values: FormulaValues): Fraction | null {
  switch (node.kind) {
    case 'number':
      return node.value;
    case 'variable': {
      const given = values[node.name];
      return given === undefined || given === null ? null : fraction(given);
    }
    case 'negated': {
      const of = worthOf(node.of, values);
      return of && opposite(of);
    }
    case 'binary': {
      const left = worthOf(node.left, values);
      const right = worthOf(node.right, values);
      if (node.operator === '/' && right?.above === 0n)
        throw new FormulaError('divisionByZero', node.right.at);
      if (!left || !right) return null;
      if (node.operator === '+') return added(left, right);
      if (node.operator === '-') return added(left, opposite(right));
      return node.operator === '*' ? multiplied(left, right) : divided(left, right);
    }
    case 'call':
      return calledValue(node, values);
    case 'if': {
      const left = worthOf(node.left, values);
      const right = worthOf(node.right, values);
      if (!left || !right) return null;
      // Do not evaluate the other branch: the condition may guard it, for example against division by zero.
      return worthOf(holds[node.comparison](compared(left, right)) ? node.then : node.else, values);
    }
  }
}

function calledValue(
  { name, given, at }: Extract<FormulaNode, { kind: 'call' }>,
  values: FormulaValues,
): Fraction | null {
  const known: Fraction[] = [];
  for (const one of given) {
    const value = worthOf(one, values);
    if (!value) return null;
    known.push(value);
  }
  const [first, second] = known;
  if (!first) return null;
  switch (name) {
    case 'min':
      return known.reduce((found, one) => (compared(one, found) < 0 ? one : found));
    case 'max':
      return known.reduce((found, one) => (compared(one, found) > 0 ? one : found));
    case 'abs':
      return first.above < 0n ? opposite(first) : first;
    case 'floor':
      return rounded(first, 0, 'down');
    case 'ceil':
      return rounded(first, 0, 'up');
    case 'round':
      return rounded(first, second ? placesOf(second, at) : 0, 'halfUp');
  }
}

function placesOf({ above, below }: Fraction, at: number): number {
  const places = above % below === 0n ? above / below : -1n;
  if (places < 0n || places > BigInt(formulaLimits.decimals)) throw new FormulaError('places', at);
  return Number(places);
}

/** The result of a formula: its value, null if a variable is unknown, or the fault. */
export type FormulaResult = { readonly value: string | null } | { readonly fault: FormulaFault };

/**
 * Works a formula out with exact fractions, and rounds once, at the end. Throws a RangeError for a value that is no
 * decimal.
 */
export function evaluateFormula({ root }: Formula, values: FormulaValues, at: FormulaPlaces): FormulaResult {
  try {
    const value = worthOf(root, values);
    return { value: value && decimalText(value, at.decimals, at.roundMode === 2 ? 'cut' : 'halfUp') };
  } catch (error) {
    if (error instanceof FormulaError) return { fault: error.fault };
    throw error;
  }
}

/** Default places of a formula: two, half up (domain 4, head). */
export const usualPlaces: FormulaPlaces = { decimals: 2, roundMode: 1 };

/**
 * The faults of a formula that do not depend on the scores: its syntax, and constant parts such as `R/0`. Undefined if
 * the formula can be stored.
 */
export function formulaFault(text: string): FormulaFault | undefined {
  const read = parseFormula(text);
  if ('fault' in read) return read.fault;
  return constantFault(read.formula.root);
}

/** Looks at each part of a formula that names no letter. */
function constantFault(node: FormulaNode): FormulaFault | undefined {
  const parts =
    node.kind === 'binary'
      ? [node.left, node.right]
      : node.kind === 'negated'
        ? [node.of]
        : node.kind === 'call'
          ? node.given
          : node.kind === 'if'
            ? [node.left, node.right, node.then, node.else]
            : [];
  for (const part of parts) {
    const fault = constantFault(part);
    if (fault) return fault;
  }
  if (node.kind === 'if') return undefined;
  try {
    worthOf(node, {});
    return undefined;
  } catch (error) {
    if (error instanceof FormulaError) return error.fault;
    throw error;
  }
}
