import { randomInt } from 'node:crypto';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { readableLetters } from '@yikao/model/rules/readable-code.ts';
import { sql } from 'kysely';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';

/** Characters of a registration code (domain 4.12). */
const length = 6;

function drawn(): string {
  return Array.from({ length }, () => readableLetters.charAt(randomInt(readableLetters.length))).join('');
}

/**
 * A number of registration codes that no exam or agency of an exam uses (domain 4.12). The unique index decides if two
 * callers draw the same code at once.
 */
export async function freeCodes(db: Db, count: number): Promise<string[]> {
  const free = new Set<string>();
  while (free.size < count) {
    const tried = Array.from({ length: count - free.size }, drawn);
    const taken = await sql<Columns<typeof registry.mockExam, 'regCode'>>`
      select reg_code from t_mock_exam where reg_code = any(${tried}::text[])
      union all select agent_reg_code from t_exam_agent where agent_reg_code = any(${tried}::text[])`.execute(
      db,
    );
    const known = new Set(taken.rows.map(({ regCode }) => regCode));
    for (const code of tried) if (!known.has(code)) free.add(code);
  }
  return [...free];
}
