import { sql } from 'kysely';
import { z } from 'zod';
import type { StoredParameter } from '../../engine/read/parameter.ts';
import type { Db } from '../../engine/table/sql.ts';

/**
 * The parameters of domain 7.4 that features read, with their schemas. An empty or mistyped one counts as its initial
 * value, so that nobody can lock up the product from its settings page.
 */
const settings = {
  'session.hours': z.coerce
    .number()
    .positive()
    .max(24 * 31)
    .catch(12),
  'session.rememberDays': z.coerce.number().positive().max(90).catch(7),
  'session.maxDays': z.coerce.number().positive().max(365).catch(30),
  'login.secondFactor': z.enum(['0', '1']).catch('0'),
  'history.keepDays': z.coerce.number().int().min(30).catch(1095),
  'audit.keepDays': z.coerce.number().int().min(180).catch(1095),
  'file.keepDays': z.coerce.number().int().min(1).catch(90),
  'site.defaultKey': z.string().trim().min(1).catch('ykzyb'),
  'app.androidUrl': z.string().trim().catch(''),
  'app.iosUrl': z.string().trim().catch(''),
  'app.notes': z.string().trim().catch(''),
  'sms.dailyMax': z.coerce.number().int().min(1).catch(10),
  'sms.totalDailyMax': z.coerce.number().int().min(1).catch(2000),
  'sms.sendDailyMax': z.coerce.number().int().min(1).catch(20_000),
  'sms.userDailyMax': z.coerce.number().int().min(1).catch(5_000),
  'sms.partPrice': z
    .string()
    .regex(/^\d{1,10}(\.\d{1,2})?$/)
    .catch('0.05'),
  'sms.quietFrom': z.coerce.number().int().min(0).max(23).catch(21),
  'sms.quietTo': z.coerce.number().int().min(0).max(23).catch(9),
  'gateway.keepDays': z.coerce.number().int().min(7).catch(90),
  'upload.maxMB': z.coerce.number().int().positive().max(200).catch(200),
} as const;

/** Name of a parameter that features read. */
export type SettingKey = keyof typeof settings;

/** Value of a parameter. */
export type Setting<K extends SettingKey> = z.infer<(typeof settings)[K]>;

/** The present value of a parameter; read each time, so that a change works at once on every node. */
export async function readSetting<K extends SettingKey>(db: Db, key: K): Promise<Setting<K>> {
  const found = await sql<StoredParameter>`
    select config_value from t_config where config_key = ${key}`.execute(db);
  // An empty text would be read as the number 0.
  const raw = found.rows[0]?.configValue.trim() || undefined;
  // The schema is stored under the key that names its value's type.
  return settings[key].parse(raw) as Setting<K>;
}
