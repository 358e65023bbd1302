import { statesOf } from '@yikao/model/kernel/states.ts';
import { sql } from 'kysely';
import { columnName, tableName } from '../table/naming.ts';
import type { Db } from '../table/sql.ts';
import type { StepServer } from './step-server.ts';

/** Rows have states that their machine does not declare: a migration must map them. */
export class UndeclaredStates extends Error {
  constructor(lines: readonly string[]) {
    super(
      `Rows are in states that are not declared; a migration must move them:\n${lines.map(line => `- ${line}`).join('\n')}`,
    );
    this.name = 'UndeclaredStates';
  }
}

/**
 * Looks whether every row is in a state that its machine declares, when the server starts: a state that was taken away
 * must not leave rows behind that no step can move. Throws {@link UndeclaredStates} with their numbers.
 */
export async function assertStates(db: Db, servers: readonly StepServer[]): Promise<void> {
  const lines: string[] = [];
  for (const { machine } of servers) {
    const declared = statesOf(machine).filter(
      ({ name }) => name !== undefined && !machine.unused?.includes(name),
    );
    for (const dataset of machine.datasets) {
      const state = sql.id(columnName(machine.field));
      const found = await sql<{ state: unknown; count: number }>`
        select ${state} as state, count(*)::integer as count from ${sql.table(tableName(dataset))}
        where ${state} is null or ${state} not in (${sql.join(declared.map(({ code }) => sql.lit(code)))})
        group by ${state} order by ${state}`.execute(db);
      for (const row of found.rows) {
        lines.push(`${dataset.name}.${machine.field}: ${row.count} in the state ${String(row.state)}`);
      }
    }
  }
  if (lines.length > 0) throw new UndeclaredStates(lines);
}
