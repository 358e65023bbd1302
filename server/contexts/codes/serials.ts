import { serialMax, serialNumber } from '@yikao/model/contexts/codes/rules/serial-number.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../engine/table/sql.ts';

/** The last number that was given, of one prefix and year: a row of `yikao_card_serial`. */
interface Serials {
  readonly lastNum: number;
}

/** Serial numbers of a rule: the first and the last, in order and without gaps. */
export interface SerialRange {
  readonly startSerialNo: string;
  readonly endSerialNo: string;
}

/**
 * Reserves the next `count` serial numbers of a prefix and year, in the caller's transaction (domain 4.12). Rules that
 * are made at once wait for each other here. Throws `unmetNeeds` if the counter has no room for them.
 */
export async function reserveSerials(
  db: Tx,
  prefix: string,
  dataYear: number,
  count: number,
): Promise<SerialRange> {
  const taken = await sql<Serials>`
    insert into yikao_card_serial as s (prefix, data_year, last_num) values (${prefix}, ${dataYear}, ${count})
    on conflict (prefix, data_year) do update set last_num = s.last_num + excluded.last_num
    returning last_num`.execute(db);
  const last = taken.rows[0]?.lastNum ?? 0;
  if (last > serialMax) {
    throw failure('unmetNeeds', {
      params: {
        zh: `前缀 ${prefix} 今年的序列号已用完，请换一个前缀`,
        en: `The prefix ${prefix} has no serial numbers left this year: take another one`,
      },
    });
  }
  return {
    startSerialNo: serialNumber(prefix, dataYear, last - count + 1),
    endSerialNo: serialNumber(prefix, dataYear, last),
  };
}

/** The serial number that the next code of a prefix and year gets, unless another rule takes it first. */
export async function nextSerial(db: Db, prefix: string, dataYear: number): Promise<string> {
  const found = await sql<Serials>`
    select last_num from yikao_card_serial where prefix = ${prefix} and data_year = ${dataYear}`.execute(db);
  return serialNumber(prefix, dataYear, (found.rows[0]?.lastNum ?? 0) + 1);
}
