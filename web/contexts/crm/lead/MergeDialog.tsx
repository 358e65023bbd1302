import { leadStatus } from '@yikao/model/contexts/crm/crm.codes.ts';
import { leadMergeCalls } from '@yikao/model/contexts/crm/lead-merge.calls.ts';
import {
  canKeep,
  keptFrom,
  leadThatStays,
  type MergeChoice,
  type MergedField,
  type Merging,
  mergedFields,
  mergedState,
  mergeUndoDays,
  soldTogether,
} from '@yikao/model/contexts/crm/rules/merge-leads.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { numbersOf, numbersText } from '@yikao/model/contexts/shared/rules/several-numbers.ts';
import { Alert, Radio, Skeleton } from 'antd';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { LoadFailed } from '../../../engine/boundary/LoadFailed.tsx';
import { readRow } from '../../../engine/calls/dataset-calls.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import { useKept } from '../../../engine/layout/use-kept.ts';
import type { WireRow } from '../../../engine/wire-row.ts';
import { viewOf } from '../../../fields/index.ts';
import { CodeTag } from '../../../fields/parts/CodeTag.tsx';
import { isBlank } from '../../../fields/parts/values.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './MergeDialog.module.css';
import { refreshMerged, undoMerge } from './undo-merge.ts';

const { lead } = registry;
type LeadRow = WireRow<typeof lead.fields>;

interface MergeDialogProps {
  readonly leadIds: readonly number[];
  /** `merged`: the leads have become one. */
  readonly onClose: (merged?: boolean) => void;
}

/** The leads, what the person chose, and the merge itself. */
function useMerge(leadIds: readonly number[], onClose: MergeDialogProps['onClose']) {
  const { t } = useTranslation('crm');
  const leads = useKept({
    queryKey: ['rows', lead.name, 'merging', leadIds],
    queryFn: ({ signal }) =>
      Promise.all(leadIds.toSorted((one, other) => one - other).map(id => readRow(lead, id, signal))),
  });
  const [stayId, setStayId] = useState<number>();
  const [choice, setChoice] = useState<MergeChoice>({});
  const { busy, problem, setProblem, attempt } = useAttempt();
  const rows = leads.data ?? [];
  const stays = rows.find(({ leadId }) => leadId === stayId) ?? leadThatStays(rows);
  const merging = stays && { leads: rows, stays, choice };
  const merge = async () => {
    if (!merging) return;
    await attempt(
      async () => {
        const { mergeId } = await send(leadMergeCalls.merge, {
          body: {
            leadId: merging.stays.leadId,
            ids: rows.map(({ leadId }) => leadId).filter(id => id !== merging.stays.leadId),
            choice,
            versions: Object.fromEntries(rows.map(({ leadId, version }) => [leadId, Number(version)])),
          },
          toast: false,
        });
        await refreshMerged();
        notice.success(t('merge.done', { count: rows.length }), {
          label: t('merge.undo'),
          act: () => void undoMerge(mergeId, t('merge.undone')),
        });
        onClose(true);
      },
      error => {
        if (error.reason !== 'staleVersion') return error.sentence;
        void refreshMerged();
        return t('merge.stale');
      },
    );
  };
  return {
    ...{ leads, merging, busy, problem, merge },
    stay(leadId: number) {
      setStayId(leadId);
      setChoice({});
      setProblem(undefined);
    },
    keep(field: MergedField, leadId: number) {
      setChoice(old => ({ ...old, [field]: leadId }));
      setProblem(undefined);
    },
  };
}
type Merge = ReturnType<typeof useMerge>;

/** Leads that are one person, side by side: which of them stays, and whose value each field gets. */
export function MergeDialog({ leadIds, onClose }: MergeDialogProps) {
  const { t } = useTranslation(['crm', 'engine']);
  const merge = useMerge(leadIds, onClose);
  const { leads, merging } = merge;
  return (
    <Dialog
      long
      title={t('merge.title', { count: leadIds.length })}
      width={Math.min(1_080, 320 + 190 * leadIds.length)}
      okText={t('merge.open')}
      cancelText={t('engine:steps.back')}
      okButtonProps={{ disabled: merging === undefined }}
      busy={merge.busy}
      problem={merge.problem}
      onOk={merge.merge}
      onClose={() => onClose()}
    >
      <p className={styles.text}>{t('merge.text', { days: mergeUndoDays })}</p>
      {leads.error && !leads.data ? (
        <LoadFailed of={leads} />
      ) : merging ? (
        <Comparison merging={merging} onStay={merge.stay} onKeep={merge.keep} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      )}
    </Dialog>
  );
}

interface ComparisonProps {
  readonly merging: Merging<LeadRow>;
  readonly onStay: Merge['stay'];
  readonly onKeep: Merge['keep'];
}

function Comparison({ merging, onStay, onKeep }: ComparisonProps) {
  const { t } = useTranslation('crm');
  const { leads, stays } = merging;
  const differing = mergedFields.filter(
    field => new Set(leads.map(row => JSON.stringify(isBlank(row[field]) ? null : row[field]))).size > 1,
  );
  return (
    <div className={styles.grid} style={{ '--leads': leads.length } as CSSProperties}>
      <div className={styles.row} role="radiogroup" aria-label={t('merge.stays')}>
        <span className={styles.label}>{t('merge.stays')}</span>
        {leads.map((row, index) => (
          <Radio key={row.leadId} name="stays" checked={row === stays} onChange={() => onStay(row.leadId)}>
            <b className={styles.line}>
              {index + 1}. {row.studentName}
            </b>
            <span className={styles.line}>{row.mobile}</span>
            <span className={styles.line}>
              {row.dataYear} <CodeTag of={leadStatus} value={row.leadStatus} />
            </span>
          </Radio>
        ))}
      </div>
      {differing.map(field => (
        <Choice key={field} field={field} merging={merging} onKeep={onKeep} />
      ))}
      {differing.length === 0 && <p className={styles.text}>{t('merge.same')}</p>}
      <Result merging={merging} />
    </div>
  );
}

interface ChoiceProps {
  readonly field: MergedField;
  readonly merging: Merging<LeadRow>;
  readonly onKeep: Merge['keep'];
}

/** The values of a field, one of which is kept. */
function Choice({ field: name, merging, onKeep }: ChoiceProps) {
  const { t } = useTranslation('crm');
  const language = useLanguage();
  const field = lead.fields[name];
  const { Cell } = viewOf(field);
  const kept = keptFrom(merging, name);
  return (
    <div
      className={styles.row}
      role="radiogroup"
      aria-label={`${field.label[language]} · ${t('merge.choose')}`}
    >
      <span className={styles.label}>{field.label[language]}</span>
      {merging.leads.map((row, index) =>
        isBlank(row[name]) ? (
          <span key={row.leadId} className={styles.none}>
            —
          </span>
        ) : (
          <Radio
            key={row.leadId}
            name={name}
            checked={row === kept}
            disabled={!canKeep(merging, name, row)}
            onChange={() => onKeep(name, row.leadId)}
          >
            <span className={styles.value}>
              <span className={styles.number}>{index + 1}.</span>
              <Cell field={field} name={name} value={row[name]} record={row} />
            </span>
          </Radio>
        ),
      )}
    </div>
  );
}

/** The state, the money and the numbers of the lead that stays. */
function Result({ merging: { leads, stays } }: { readonly merging: Merging<LeadRow> }) {
  const { t } = useTranslation('crm');
  const state = mergedState(leads);
  const amount = soldTogether(
    leads.map(({ orderAmount }) => (isBlank(orderAmount) ? null : String(orderAmount))),
  );
  const numbers = numbersText(
    [stays, ...leads].flatMap(row => [row.mobile ?? '', ...numbersOf(row.otherMobiles)]).filter(Boolean),
    [stays.mobile ?? ''],
  );
  return (
    <Alert
      type="info"
      className={styles.result ?? ''}
      title={
        <span className={styles.after}>
          {t('merge.result')}
          <CodeTag of={leadStatus} value={leadStatus.items.find(({ name }) => name === state)?.code} />
          {amount !== null && <span>¥{amount}</span>}
          <span>{stays.mobile}</span>
          {numbers !== null && <span>{t('merge.others', { numbers })}</span>}
        </span>
      }
    />
  );
}
