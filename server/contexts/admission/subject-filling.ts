import { subjectState as subjectStates } from '@yikao/model/contexts/admission/admission.codes.ts';
import type { admission } from '@yikao/model/contexts/admission/admission.ts';
import {
  readSubjectRequire,
  type SubjectCode,
} from '@yikao/model/contexts/admission/rules/subject-require.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Filling } from '../../engine/search/fill.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { transact } from '../../engine/write/transaction.ts';

const subjectIs = codesOf(subjectStates);

/** The columns of a programme that hold its required subjects as data. */
export interface SubjectColumns {
  readonly subjectFirst: 0 | 1 | 5 | null;
  readonly subjectAll: readonly SubjectCode[] | null;
  readonly subjectAny: readonly SubjectCode[] | null;
  readonly subjectAnyNum: number | null;
  /** A code of `subjectState`. */
  readonly subjectState: 0 | 1 | 2;
}

const none = { subjectFirst: null, subjectAll: null, subjectAny: null, subjectAnyNum: null };

/** The required subjects of a programme as data, read of the published text (0.7, 23). */
export function subjectColumns(
  text: string | null | undefined,
  aos: number | null | undefined,
): SubjectColumns {
  if (!text?.trim()) return { ...none, subjectState: subjectStates.is.none };
  const { requirement } = readSubjectRequire(text, aos);
  if (!requirement) return { ...none, subjectState: subjectStates.is.unread };
  const { first, all, any, anyNum } = requirement;
  return {
    subjectFirst: first ?? 0,
    subjectAll: all.length > 0 ? all : null,
    subjectAny: any.length > 0 ? any : null,
    subjectAnyNum: anyNum > 0 ? anyNum : null,
    subjectState: subjectStates.is.read,
  };
}

/** Rows per transaction. */
const chunk = 1_000;

/** Reads requirements that were stored before they were data; no edit, so neither version nor history changes. */
async function fillSubjects({ db }: Pick<Engine, 'db'>, goesOn: () => boolean): Promise<number> {
  let filled = 0;
  for (let taken = chunk; taken === chunk && goesOn(); filled += taken) {
    taken = await transact(db, async within => {
      const { rows } = await sql<Columns<typeof admission, 'dataId' | 'aos'> & { text: string }>`
        select data_id, aos, subject_require as text from t_admission
        where subject_require is not null and subject_state = ${subjectIs.none} order by data_id limit ${chunk}
        for update skip locked`.execute(within);
      const read = rows.map(({ dataId, aos, text }) => {
        const { subjectFirst, subjectAll, subjectAny, subjectAnyNum, subjectState } = subjectColumns(
          text,
          aos,
        );
        // A blank text counts as read, so that it is not taken again.
        const state = subjectState === subjectStates.is.none ? 1 : subjectState;
        return { dataId, subjectFirst, subjectAll, subjectAny, subjectAnyNum, state };
      });
      await sql`
        update t_admission as d set subject_first = r."subjectFirst", subject_all = r."subjectAll",
          subject_any = r."subjectAny", subject_any_num = r."subjectAnyNum", subject_state = r.state
        from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as r("dataId" bigint, "subjectFirst" smallint,
          "subjectAll" smallint[], "subjectAny" smallint[], "subjectAnyNum" integer, state smallint)
        where d.data_id = r."dataId"`.execute(within);
      return rows.length;
    });
  }
  return filled;
}

/** The required subjects that programmes of before lack as data. */
export const subjectFilling: Filling = {
  fill: fillSubjects,
  done: 'Read the required subjects of programmes of before',
};
