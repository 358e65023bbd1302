import type { MenuEntry } from '@yikao/model/calls/menu.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { permType } from '@yikao/model/contexts/shared/shared.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import { sql } from 'kysely';
import type { Actor } from '../../../engine/scope/actor.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { enabled } from '../../shared/enabled.ts';

const permIs = codesOf(permType);

interface Node extends Columns<typeof registry.perm, 'permId' | 'parentId' | 'permUrl' | 'icon'> {
  readonly zh: string;
  /** The title and its pinyin as search text; null if not calculated yet. */
  readonly searched: string | null;
  readonly en: string;
  /** True if a role grants the node itself; a directory also appears as the ancestor of a granted node. */
  readonly granted: boolean;
  /** 1 directory, 2 page. */
  readonly permType: number;
}

/**
 * The directories and pages of a person's roles with their ancestors, in order (domain 4.15), by default the caller's;
 * a page without content is left out. Everyone may read their own menu, administrators any; throws `forbidden`
 * otherwise.
 */
export async function readMenu(db: Db, actor: Actor, userId: number = actor.userId): Promise<MenuEntry[]> {
  if (userId !== actor.userId && !actor.admin) throw failure('forbidden');
  const found = await sql<Node>`
    select p.perm_id, p.parent_id, p.perm_url, p.icon, p.description as zh, p.description_search as searched,
      p.description_en as en, p.perm_type,
      (u.admin_flag = 1 or exists (
        select 1 from t_role_perm as rp join t_user_role as ur using (role_id) join t_role as r using (role_id)
        where rp.perm_id = p.perm_id and ur.user_id = u.user_id and r.status = ${enabled} and not r.deleted)) as granted
    from t_perm as p cross join t_admin_user as u
    where u.user_id = ${userId} and not u.deleted
      and p.perm_type in (${permIs.directory}, ${permIs.menu}) and p.hidden_flag = 0 and p.status = ${enabled}
        and not p.deleted
    order by p.order_num, p.perm_id`.execute(db);
  return menuTree(found.rows, actor.language);
}

/** Nodes in their order as a tree; a directory without a page that shows is left out. */
function menuTree(nodes: readonly Node[], language: Language): MenuEntry[] {
  const byParent = Map.groupBy(nodes, node => node.parentId);
  const branch = (parentId: number): MenuEntry[] =>
    (byParent.get(parentId) ?? []).flatMap(node => {
      const children = branch(node.permId);
      if (children.length === 0 && (node.permType === permType.is.directory || !node.granted)) return [];
      return [
        {
          permId: node.permId,
          permUrl: node.permUrl ?? '',
          icon: node.icon ?? '',
          description: (language === 'en' && node.en) || node.zh,
          otherTitle: language === 'en' && node.en ? node.zh : node.en,
          pinyin: node.searched?.slice(foldText(node.zh).length) ?? '',
          children,
        },
      ];
    });
  return branch(0);
}
