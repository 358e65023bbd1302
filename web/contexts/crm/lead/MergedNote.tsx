import { leadMergeCalls } from '@yikao/model/contexts/crm/lead-merge.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { useQuestions } from '../../../engine/boundary/questions.ts';
import { useKept } from '../../../engine/layout/use-kept.ts';
import { undoMerge } from './undo-merge.ts';

interface MergedNoteProps {
  readonly leadId: number;
  readonly version: number;
}

/** The merges of a lead that can be undone, latest first, with the button that undoes the latest. */
export function MergedNote({ leadId, version }: MergedNoteProps) {
  const { t } = useTranslation('crm');
  const modal = useQuestions();
  const merges = useKept({
    queryKey: ['rows', registry.lead.name, 'merges', leadId, version],
    queryFn: ({ signal }) => send(leadMergeCalls.standing, { query: { leadId }, signal, toast: false }),
  });
  const ask = (mergeId: number) =>
    modal.confirm({
      title: t('merge.undoAsk'),
      content: t('merge.undoText'),
      okText: t('merge.undo'),
      onOk: () => undoMerge(mergeId, t('merge.undone')),
    });
  return merges.data?.map(({ mergeId, names, time, personName, until }, index) => (
    <Alert
      key={mergeId}
      type="info"
      title={t('merge.joined', {
        time: time.slice(0, 16),
        person: personName ?? t('follow.system'),
        names: names.join('、'),
      })}
      description={index === 0 ? t('merge.until', { until: until.slice(0, 16) }) : t('merge.later')}
      action={
        index === 0 && (
          <Button size="small" onClick={() => ask(mergeId)}>
            {t('merge.undo')}
          </Button>
        )
      }
    />
  ));
}
