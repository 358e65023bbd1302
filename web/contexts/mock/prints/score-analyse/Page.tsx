import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import {
  mockAnalysisCalls,
  type ScoreAnalysis,
} from '@yikao/model/contexts/mock/calls/mock-analysis.calls.ts';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { send } from '../../../../engine/api/send.ts';
import { usePageQuery } from '../../../../engine/link/page-address.ts';
import { Paper } from '../../../../engine/paper/Paper.tsx';
import { AgencyReport } from './AgencyReport.tsx';
import { PupilReport } from './PupilReport.tsx';

const { mockScore } = registry;

/** A number in the address, if it is valid. */
function idOf(text: string | null): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/**
 * Analysis of a mock exam's marks, on A4 (domain section 5): `/scoreAnalyse?examId=1&studentId=2` for a pupil,
 * `?examId=1&agentId=2` for an agency, whose category is chosen on the page.
 */
export default function ScoreAnalysisPage() {
  const { t } = useTranslation('mock');
  const query = usePageQuery('/scoreAnalyse');
  const [, setQuery] = useSearchParams();
  const examId = idOf(query.get('examId'));
  const studentId = idOf(query.get('studentId'));
  const agentId = studentId ? undefined : idOf(query.get('agentId'));
  const jointCategoryId = studentId ? undefined : idOf(query.get('jointCategoryId'));
  const whose = studentId ? { studentId } : agentId ? { agentId } : undefined;
  const asked = useQuery({
    queryKey: ['rows', mockScore.name, 'analysis', examId, studentId, agentId, jointCategoryId],
    queryFn: ({ signal }) =>
      send(mockAnalysisCalls.analyse, {
        query: { examId: examId ?? 0, ...whose, ...(jointCategoryId && { jointCategoryId }) },
        signal,
        toast: false,
      }),
    enabled: examId !== undefined && whose !== undefined,
    retry: false,
  });
  const failure = !examId || !whose ? t('analysis.nobody') : asked.isError ? asked.error.message : undefined;
  const told = asked.data;
  return (
    <Paper
      print={t('analysis.print')}
      failed={failure ? { title: t('analysis.failed'), text: failure } : undefined}
      tools={
        told?.agency && told.categories.length > 1 ? (
          <Select
            aria-label={t('analysis.category')}
            value={jointCategoryId ?? categoryOf(told)}
            options={told.categories.map(one => ({ value: one.jointCategoryId, label: one.categoryName }))}
            onChange={chosen =>
              setQuery(before => {
                before.set('jointCategoryId', String(chosen));
                return before;
              })
            }
          />
        ) : undefined
      }
    >
      {told?.pupil ? (
        <PupilReport of={told} pupil={told.pupil} />
      ) : (
        told?.agency && <AgencyReport of={told} agency={told.agency} />
      )}
    </Paper>
  );
}

function categoryOf(told: ScoreAnalysis): number | undefined {
  return told.categories.find(({ categoryName }) => categoryName === told.categoryName)?.jointCategoryId;
}
