import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { askedBy } from '@yikao/model/kernel/states.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { isEmpty, type RowValues, validateValue } from '@yikao/model/kernel/validate/validate.ts';
import type { Engine } from '../engine.ts';
import type { Actor } from '../scope/actor.ts';
import type { Db } from '../table/sql.ts';
import { fileIssues } from '../write/files-of-rows.ts';
import { referenceIssues } from '../write/references.ts';
import { untakenOfStep } from '../write/untaken.ts';

/**
 * Parses the inputs of a step with the fields' schemas. An omitted column keeps its value. Throws `invalidFields` with
 * every problem.
 */
export async function readGiven(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  step: Step,
  actor: Actor,
  body: Readonly<Record<string, unknown>>,
): Promise<RowValues> {
  const fields = askedBy(dataset, step);
  const given: RowValues = {};
  const issues: Issue[] = [];
  for (const { name, field, required } of fields) {
    const raw = body[name];
    if (isEmpty(raw)) {
      // A column that every row has can be left as it is, and not be emptied.
      const emptied = Object.hasOwn(body, name) && Object.hasOwn(step.form, name) && field.required;
      if (required || emptied) issues.push(issue(name, 'required'));
      else if (Object.hasOwn(body, name) || Object.hasOwn(step.inputs, name)) given[name] = null;
      continue;
    }
    const read = validateValue(name, field, raw);
    if ('issue' in read) issues.push(read.issue);
    else given[name] = read.value;
  }
  const asked = fields.map(({ name }) => name);
  const key = body.ids === undefined ? (body[dataset.key] ?? body.id) : undefined;
  issues.push(...(await untakenOfStep(engine, db, dataset, actor, { body, asked, key })));
  const columns = Object.fromEntries(
    Object.entries(given).filter(([name]) => Object.hasOwn(step.form, name)),
  );
  issues.push(...(await referenceIssues(engine, db, dataset, actor, columns, columns)));
  issues.push(...(await fileIssues(engine, db, dataset, actor, columns)));
  if (issues.length > 0) {
    throw failure('invalidFields', {
      issues,
      labels: name => fields.find(one => one.name === name)?.field.label,
    });
  }
  return given;
}
