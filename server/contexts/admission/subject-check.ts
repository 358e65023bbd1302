import { readSubjectRequire } from '@yikao/model/contexts/admission/rules/subject-require.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { label } from '@yikao/model/kernel/label.ts';
import type { FileCheck } from '../../engine/write/file-checks.ts';

/** Texts that a warning quotes. */
const quoted = 5;

/**
 * Warns of a file with required subjects that cannot be read (0.7, 23): its rows are stored as they are, yet nobody can
 * be checked against them.
 */
export const subjectsAreRead: FileCheck<(typeof registry.admission)['fields']> = {
  reads: ['subjectRequire'],
  open(_, { warn, rowText }) {
    const unread = new Map<string, { row: number; count: number }>();
    return {
      row(number, { subjectRequire, aos }) {
        if (!subjectRequire || readSubjectRequire(subjectRequire, aos).requirement) return;
        const known = unread.get(subjectRequire);
        if (known) known.count += 1;
        else unread.set(subjectRequire, { row: number, count: 1 });
      },
      end() {
        if (unread.size === 0) return;
        const rows = [...unread.values()].reduce((sum, { count }) => sum + count, 0);
        const some = [...unread].slice(0, quoted);
        const said = (zh: boolean) =>
          some
            .map(([text, { row }]) =>
              zh ? `“${text}”（第 ${rowText(row)} 行）` : `"${text}" (row ${rowText(row)})`,
            )
            .join(zh ? '、' : ', ');
        warn(
          label(
            `${rows} 行的选科要求未能识别，会原样保存，但不能据此核对考生的选科：${said(true)}。可写明“必选”“任选几门”或“和”“或”`,
            `The required subjects of ${rows} rows cannot be read. They are stored as they are, but candidates are not checked against them: ${said(false)}. Use 必选 (all), 任选几门 (some), 和 (and) or 或 (or)`,
          ),
        );
      },
    };
  },
};
