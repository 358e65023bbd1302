import type { registry } from '@yikao/model/contexts/datasets.ts';
import { examMode } from '@yikao/model/contexts/shared/shared.codes.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import { label } from '@yikao/model/kernel/label.ts';
import type { NameOf } from '@yikao/model/kernel/names.ts';
import { isEmpty } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { FileCheck } from '../../../engine/write/file-checks.ts';

const examModeIs = codesOf(examMode);

/**
 * Warns about a file whose rows give no arts or science in a province that divides its candidates (domain B1): such a
 * row counts for all of them, so a table published for one side would be misread.
 */
export function aosIsSaid<F extends FieldMap>(province: NameOf<F>, aos: NameOf<F>): FileCheck<F> {
  return {
    reads: [province],
    open(_, { warn }) {
      const lacking = new Map<number, number>();
      return {
        row(_, values) {
          if (!isEmpty(values[aos]) || isEmpty(values[province])) return;
          const at = Number(values[province]);
          lacking.set(at, (lacking.get(at) ?? 0) + 1);
        },
        async end(db) {
          if (lacking.size === 0) return;
          const divided = await sql<
            Columns<typeof registry.province, 'provinceId' | 'provinceName' | 'examMode'>
          >`
            select province_id, province_name, exam_mode from t_province
            where province_id = any(${[...lacking.keys()]}::bigint[])
              and exam_mode in (${examModeIs.threeOneTwo}, ${examModeIs.artsScience}) and not deleted
            order by province_id`.execute(db);
          for (const { provinceId: id, provinceName: name, examMode: mode } of divided.rows) {
            const { zh = '', en = '' } = codeItem(examMode, mode)?.label ?? {};
            const rows = lacking.get(id) ?? 0;
            const sides =
              mode === 2 ? ['历史类、物理类', 'history and physics'] : ['文科、理科', 'arts and science'];
            warn(
              label(
                `${name}的高考模式是“${zh}”，而文件里有 ${rows} 行没有科类，会按“不分文理”导入。如果是按${sides[0]}分别公布的，请先填写科类`,
                `${name} has the exam mode "${en}", and ${rows} rows of the file do not say arts or science: they will count as undivided. Where ${sides[1]} were published apart, say which it is first`,
              ),
            );
          }
        },
      };
    },
  };
}
