import { type CurrentWebsite, currentWebsite } from '@yikao/model/contexts/system/website.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import { readParameter } from '../../../engine/read/parameter.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { enabled } from '../../shared/enabled.ts';

/**
 * The branding of a host; an unknown one gets the site of `site.defaultKey` (domain A11). Throws `notFound` when
 * no site is enabled at all: the browser then shows its built-in art.
 */
export async function readCurrentWebsite(db: Db, host: string): Promise<CurrentWebsite> {
  const defaultKey = await readParameter(db, 'site.defaultKey');
  const found = await sql`
    select site_key, title, short_title, logo, login_bg, footer, icp_no, police_no, service_phone, qr_code
    from t_website where status = ${enabled} and not deleted
    order by lower(host) = ${host.toLowerCase()} desc, site_key = ${defaultKey} desc, site_id limit 1`.execute(
    db,
  );
  const row = found.rows[0];
  if (!row) throw failure('notFound');
  return currentWebsite.parse(row);
}
