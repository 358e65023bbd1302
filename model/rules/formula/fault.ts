import { type Label, label } from '../../kernel/label.ts';

/** Most characters of a formula, its deepest nesting, and most decimals of its result (domain 4.7). */
export const formulaLimits = { length: 255, depth: 20, decimals: 6 } as const;

/** A fault of a formula, and its place: the 0-based place of the first character that does not fit. */
export interface FormulaFault {
  readonly code:
    | 'empty'
    | 'tooLong'
    | 'tooDeep'
    | 'unexpected'
    | 'unfinished'
    | 'unknownName'
    | 'argumentCount'
    | 'needsCondition'
    | 'divisionByZero'
    | 'places';
  readonly position: number;
  /** The unexpected text, if there is one. */
  readonly found?: string;
}

/** Thrown inside the parser and the evaluator; leaves them as a {@link FormulaFault}. */
export class FormulaError extends Error {
  readonly fault: FormulaFault;

  constructor(code: FormulaFault['code'], position: number, found?: string) {
    super(`${code} at ${position}`);
    this.fault = { code, position, ...(found !== undefined && { found }) };
  }
}

/** The sentence for a fault, in both languages; places are counted from 1, as people count characters. */
export function faultText({ code, position, found = '' }: FormulaFault): Label {
  const at = position + 1;
  switch (code) {
    case 'empty':
      return label('公式是空的', 'The formula is empty');
    case 'tooLong':
      return label(
        `公式不能超过 ${formulaLimits.length} 个字符`,
        `At most ${formulaLimits.length} characters`,
      );
    case 'tooDeep':
      return label(
        `第 ${at} 个字符处嵌套超过 ${formulaLimits.depth} 层`,
        `Nested deeper than ${formulaLimits.depth} at character ${at}`,
      );
    case 'unexpected':
      return label(
        `第 ${at} 个字符“${found}”不应出现在这里`,
        `“${found}” at character ${at} does not fit there`,
      );
    case 'unfinished':
      return label(
        `公式不完整，第 ${at} 个字符处还应有内容`,
        `The formula breaks off: something is missing at character ${at}`,
      );
    case 'unknownName':
      return label(
        `第 ${at} 个字符处的“${found}”不是变量或函数`,
        `“${found}” at character ${at} is no variable or function`,
      );
    case 'argumentCount':
      return label(
        `第 ${at} 个字符处的 ${found} 参数个数不对`,
        `${found} at character ${at} takes another number of values`,
      );
    case 'needsCondition':
      return label(
        `第 ${at} 个字符处的 if 需要一个条件，如 R>=300`,
        `if at character ${at} needs a condition such as R>=300`,
      );
    case 'divisionByZero':
      return label(`第 ${at} 个字符处除数为 0`, `Division by zero at character ${at}`);
    case 'places':
      return label(
        `第 ${at} 个字符处 round 的小数位应是 0 到 ${formulaLimits.decimals} 的整数`,
        `round at character ${at} takes a whole number of places from 0 to ${formulaLimits.decimals}`,
      );
  }
}
