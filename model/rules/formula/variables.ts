import { type Label, label } from '../../kernel/label.ts';

/** The meanings of the letters of a composite formula (domain 4.7), in the order in which people are offered them. */
export const formulaVariables = {
  R: label('文化分', 'culture score'),
  W: label('文化满分', 'culture full mark'),
  U: label('统考专业分', 'joint professional score'),
  Q: label('统考满分', 'joint full mark'),
  T: label('校考专业分', 'school-exam score'),
  P: label('校考满分', 'school-exam full mark'),
  M: label('校考合格线', 'school-exam pass line'),
  E: label('英语成绩', 'English score'),
  C: label('语文成绩', 'Chinese score'),
  S: label('综合分（限院校公式）', 'composite score, in formulas of schools alone'),
  I: label('统考合格线', 'joint pass line'),
  H: label('文科统考本科线', 'joint line, liberal arts, undergraduate'),
  N: label('理科统考本科线', 'joint line, science, undergraduate'),
  J: label('文科文化本科线', 'culture line, liberal arts, undergraduate'),
  K: label('理科文化本科线', 'culture line, science, undergraduate'),
  L: label('文科文化专科线', 'culture line, liberal arts, junior college'),
  V: label('理科文化专科线', 'culture line, science, junior college'),
  X: label('文科统考专科线', 'joint line, liberal arts, junior college'),
  Y: label('理科统考专科线', 'joint line, science, junior college'),
  F: label('批次最高分', 'highest score of the batch'),
  G: label('批次线', 'line of the batch'),
  Z: label('专业位次', 'professional rank'),
} as const satisfies Readonly<Record<string, Label>>;

/** A letter that a formula may name. */
export type FormulaVariable = keyof typeof formulaVariables;

/** The letters in their order. */
export const formulaLetters =
  // `Object.keys` forgets that these are the names of the record.
  Object.keys(formulaVariables) as readonly FormulaVariable[];

/** Reports whether a text is one of the letters. */
export function isFormulaVariable(text: string): text is FormulaVariable {
  return Object.hasOwn(formulaVariables, text);
}

/** The functions with their arguments. */
export const formulaFunctions = {
  min: { least: 1, most: 20, form: 'min(a,b)', label: label('取最小', 'the smallest') },
  max: { least: 1, most: 20, form: 'max(a,b)', label: label('取最大', 'the largest') },
  round: { least: 1, most: 2, form: 'round(x,n)', label: label('四舍五入到 n 位', 'rounded to n places') },
  floor: { least: 1, most: 1, form: 'floor(x)', label: label('向下取整', 'the whole number below') },
  ceil: { least: 1, most: 1, form: 'ceil(x)', label: label('向上取整', 'the whole number above') },
  abs: { least: 1, most: 1, form: 'abs(x)', label: label('绝对值', 'without its sign') },
  if: {
    least: 3,
    most: 3,
    form: 'if(a>=b,x,y)',
    label: label('满足条件取 x，否则取 y', 'x where the condition holds, else y'),
  },
} as const;

/** Name of a function. */
export type FormulaFunction = keyof typeof formulaFunctions;

/** Reports whether a text is the name of a function. */
export function isFormulaFunction(text: string): text is FormulaFunction {
  return Object.hasOwn(formulaFunctions, text);
}
