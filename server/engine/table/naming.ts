import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';

/** `schExamType` to `sch_exam_type`: how names of the declarations are written in the database. */
function snakeCase(name: string): string {
  let snake = snakeNames.get(name);
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
    snakeNames.set(name, snake);
  }
  return snake;
}

/** Names that were converted: those of declarations, which are few, and needed by every statement. */
const snakeNames = new Map<string, string>();

/** The table of a dataset (domain 0.1). */
export function tableName(dataset: Pick<AnyDataset, 'name'>): string {
  return `t_${snakeCase(dataset.name)}`;
}

/** The column of a field. */
export function columnName(field: string): string {
  return snakeCase(field);
}
