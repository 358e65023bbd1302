import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { PermNode } from '@yikao/model/contexts/people/people.calls.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';

interface Row
  extends Columns<typeof registry.perm, 'permId' | 'parentId' | 'permType' | 'permCode' | 'icon'> {
  readonly zh: string;
  readonly en: string;
}

/** Every directory, page and button that is switched on, as the tree that a role is ticked in. */
export async function readPermTree(db: Db, language: Language): Promise<PermNode[]> {
  const found = await sql<Row>`
    select perm_id, parent_id, perm_type, perm_code, icon, description as zh, description_en as en
    from t_perm where status = ${enabled} and not deleted order by order_num, perm_id`.execute(db);
  const byParent = Map.groupBy(found.rows, row => row.parentId);
  const branch = (parentId: number): PermNode[] =>
    (byParent.get(parentId) ?? []).map(({ permId, permType, permCode, icon, zh, en }) => ({
      permId,
      permType,
      permCode,
      icon: icon ?? '',
      description: (language === 'en' && en) || zh,
      children: branch(permId),
    }));
  return branch(0);
}
