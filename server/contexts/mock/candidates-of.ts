import { mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { PeopleQuery } from '../notice/people.ts';

const mockRegIs = codesOf(mockRegStatus);

/** The registered candidates of an exam; pushes go to the account that has their mobile number. */
export const candidatesOf = (examId: number): PeopleQuery => sql`
  select 'mockStudent:' || s.student_id as person, null::bigint as account_id, w.user_id as consumer_id,
    s.mobile::text as mobile, s.student_name::text as name, e.partners_id, e.province_id, s.agent_id
  from t_mock_student as s join t_mock_exam as e using (exam_id)
    left join t_wish_user as w on w.mobile = s.mobile and not w.deleted
  where s.exam_id = ${examId} and s.reg_status = ${mockRegIs.registered} and not s.deleted`;
