import { registry } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import {
  type PermissionCode,
  patternGrants,
  permissionCode,
  permissionCodes,
} from '@yikao/model/permissions.ts';
import { sql } from 'kysely';
import type { Columns } from '../engine/table/columns.ts';
import type { Db } from '../engine/table/sql.ts';
import { roles } from './data/roles.ts';
import type { LoadContext } from './load-rows.ts';
import { menu } from './menu.ts';
import type { MenuPageSeed, RoleSeed } from './types.ts';

/** A required node of the permission tree (domain A3): 1 directory, 2 page, 3 button. */
interface NewNode {
  readonly parentId: number;
  readonly title: Label;
  readonly permType: 1 | 2 | 3;
  readonly permUrl?: string;
  readonly permCode?: string;
  readonly icon?: string;
  readonly hiddenFlag?: number;
  readonly orderNum: number;
}

type Node = Columns<
  typeof registry.perm,
  'permId' | 'parentId' | 'description' | 'permType' | 'permUrl' | 'permCode'
>;

/** All nodes, including deleted ones, which are not added again. */
async function readNodes(db: Db): Promise<Node[]> {
  const found = await sql<Node>`
    select perm_id, parent_id, description, perm_type,
      perm_url, perm_code from t_perm order by perm_id`.execute(db);
  return found.rows;
}

/** Inserts missing nodes and returns their ids. */
async function insertNodes(db: Db, nodes: readonly NewNode[]): Promise<Set<number>> {
  if (nodes.length === 0) return new Set();
  const rows = nodes.map(node => ({
    parent_id: node.parentId,
    description: node.title.zh,
    description_en: node.title.en,
    perm_type: node.permType,
    perm_url: node.permUrl ?? null,
    perm_code: node.permCode ?? null,
    icon: node.icon ?? null,
    hidden_flag: node.hiddenFlag ?? 0,
    order_num: node.orderNum,
  }));
  const columns = sql.raw(Object.keys(rows[0] ?? {}).join(', '));
  const inserted = await sql<Columns<typeof registry.perm, 'permId'>>`
    insert into t_perm (${columns}) select ${columns} from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      parent_id bigint, description text, description_en text, perm_type smallint, perm_url text, perm_code text,
      icon text, hidden_flag smallint, order_num integer)
    on conflict do nothing returning perm_id`.execute(db);
  return new Set(inserted.rows.map(({ permId }) => permId));
}

/** Creates missing menu directories. One whose pages exist was only renamed. */
async function loadGroups(db: Db): Promise<Map<string, number>> {
  const nodes = await readNodes(db);
  const idOf = (zh: string, pages: readonly MenuPageSeed[]) =>
    nodes.find(node => node.permType === 1 && node.parentId === 0 && node.description === zh)?.permId ??
    nodes.find(node => node.permType === 2 && pages.some(page => page.permUrl === node.permUrl))?.parentId;
  const missing = menu.flatMap(({ title, icon, pages }, index): NewNode[] =>
    idOf(title.zh, pages) === undefined
      ? [{ parentId: 0, title, icon, permType: 1, orderNum: index + 1 }]
      : [],
  );
  if (missing.length > 0) {
    await insertNodes(db, missing);
    nodes.splice(0, nodes.length, ...(await readNodes(db)));
  }
  return new Map(menu.map(({ title, pages }) => [title.zh, idOf(title.zh, pages) ?? 0]));
}

/** The pages of the menu that are missing, each under its directory. */
async function loadPages(db: Db, groups: ReadonlyMap<string, number>): Promise<Set<number>> {
  const known = new Set((await readNodes(db)).map(node => node.permUrl));
  return insertNodes(
    db,
    menu.flatMap(({ title: group, pages }) =>
      pages.flatMap(({ title, permUrl, icon, hiddenFlag }, index): NewNode[] =>
        known.has(permUrl)
          ? []
          : [
              {
                parentId: groups.get(group.zh) ?? 0,
                title,
                permUrl,
                icon,
                hiddenFlag: hiddenFlag ?? 0,
                permType: 2,
                orderNum: index + 1,
              },
            ],
      ),
    ),
  );
}

const allPages = menu.flatMap(({ pages }) => pages);

/** The page on which the button of a code hangs. */
function pageOf(dataset: AnyDataset | undefined, code: PermissionCode): MenuPageSeed | undefined {
  return allPages.find(page => (dataset ? page.dataset === dataset.name : page.permCodes?.includes(code)));
}

/** A button's title names its dataset if the dataset has no page. */
function titleOf(dataset: AnyDataset | undefined, label: Label, page: MenuPageSeed | undefined): Label {
  return dataset && !page
    ? { zh: `${dataset.label.zh}·${label.zh}`, en: `${dataset.label.en}: ${label.en}` }
    : label;
}

/** Creates missing buttons: one per declared code. */
async function loadButtons(db: Db, groups: ReadonlyMap<string, number>): Promise<Set<number>> {
  const nodes = await readNodes(db);
  const known = new Set(nodes.map(node => node.permCode));
  const pageIds = new Map(nodes.map(node => [node.permUrl, node.permId]));
  // Codes of datasets without a page are put in the last directory, that of the system.
  const elsewhere = groups.get(menu.at(-1)?.title.zh ?? '') ?? 0;
  return insertNodes(
    db,
    permissionCodes().flatMap(({ code, label, dataset }, index): NewNode[] => {
      if (known.has(code)) return [];
      const page = pageOf(dataset, code);
      const parentId = (page && pageIds.get(page.permUrl)) ?? elsewhere;
      return [
        { parentId, title: titleOf(dataset, label, page), permCode: code, permType: 3, orderNum: index + 1 },
      ];
    }),
  );
}

/** Codes that open a page: `list` of its dataset, or its own. */
function openingCodes({ dataset, permCodes = [] }: MenuPageSeed): readonly PermissionCode[] {
  const declared: AnyDataset | undefined = dataset && registry[dataset];
  return declared ? [permissionCode(declared, 'list')] : permCodes;
}

function roleHolds(role: RoleSeed, code: string): boolean {
  return (
    role.grants.some(pattern => patternGrants(pattern, code)) &&
    !role.except.some(pattern => patternGrants(pattern, code))
  );
}

/** Reports whether a built-in role holds a node; a page without content belongs only to the role with everything. */
function roleHasNode(role: RoleSeed, node: Node): boolean {
  if (node.permCode !== null) return roleHolds(role, node.permCode);
  const page = allPages.find(({ permUrl }) => permUrl === node.permUrl);
  if (!page) return false;
  const codes = openingCodes(page);
  return codes.length === 0 ? role.grants.includes('*') : codes.some(code => roleHolds(role, code));
}

/**
 * Grants roles the nodes of their patterns, for roles or nodes that are new in this run: later changes by people are
 * kept.
 */
async function grant(db: Db, newRoles: ReadonlySet<string>, newNodes: ReadonlySet<number>): Promise<void> {
  const nodes = await readNodes(db);
  const newCodes = new Set(
    nodes.filter(({ permId }) => newNodes.has(permId)).map(({ permCode }) => permCode),
  );
  const isNew = (node: Node) => {
    const page = allPages.find(({ permUrl }) => node.permUrl === permUrl);
    // A page of old may be opened by a code that has only now been declared.
    return newNodes.has(node.permId) || (page && openingCodes(page).some(code => newCodes.has(code)));
  };
  const pairs = roles.flatMap(role =>
    nodes
      .filter(node => (newRoles.has(role.roleCode) || isNew(node)) && roleHasNode(role, node))
      .map(node => ({ role_code: role.roleCode, perm_id: node.permId })),
  );
  await sql`
    insert into t_role_perm (role_id, perm_id)
    select t_role.role_id, r.perm_id
    from json_to_recordset(${JSON.stringify(pairs)}::json) as r(role_code text, perm_id bigint)
    join t_role on t_role.role_code = r.role_code and not t_role.deleted
    on conflict do nothing`.execute(db);
}

/** Adds roles that never existed; returns their codes. */
async function loadRoles(db: Db): Promise<Set<string>> {
  const rows = roles.map(({ roleCode, roleName, dataScope, remark }) => ({
    role_code: roleCode,
    role_name: roleName,
    data_scope: dataScope,
    remark,
  }));
  const inserted = await sql<Columns<typeof registry.role, 'roleCode'>>`
    insert into t_role (role_code, role_name, data_scope, remark)
    select role_code, role_name, data_scope, remark from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(role_code text, role_name text, data_scope smallint, remark text)
    where not exists (select 1 from t_role as old where old.role_code = r.role_code)
    on conflict do nothing returning role_code`.execute(db);
  return new Set(inserted.rows.map(({ roleCode }) => roleCode));
}

/**
 * The menu, the permission codes as its buttons, and the roles with their grants (domain 7.1, 7.2). Runs at every
 * start, because a new version brings new pages and codes; it only ever adds.
 */
export async function loadPermissions({ db }: LoadContext): Promise<void> {
  const groups = await loadGroups(db);
  const pages = await loadPages(db, groups);
  const buttons = await loadButtons(db, groups);
  const newRoles = await loadRoles(db);
  if (pages.size + buttons.size + newRoles.size > 0) await grant(db, newRoles, pages.union(buttons));
}
