import { CopyOutlined, PhoneOutlined } from '@ant-design/icons';
import { followType, intent } from '@yikao/model/contexts/crm/crm.codes.ts';
import { leadSteps } from '@yikao/model/contexts/crm/lead.machine.ts';
import { leadMergeCalls } from '@yikao/model/contexts/crm/lead-merge.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { reachCalls } from '@yikao/model/contexts/reach/reach.calls.ts';
import { numbersOf } from '@yikao/model/contexts/shared/rules/several-numbers.ts';
import { startsFrom } from '@yikao/model/kernel/states.ts';
import { limits } from '@yikao/model/limits.ts';
import { stepCode } from '@yikao/model/permissions.ts';
import { Alert, Button, Flex, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { notice } from '../../../engine/api/notice.ts';
import { LoadFailed } from '../../../engine/boundary/LoadFailed.tsx';
import { listRows } from '../../../engine/calls/dataset-calls.ts';
import { copyText } from '../../../engine/clipboard.ts';
import { FieldServicesProvider } from '../../../engine/field-services.tsx';
import { useKept } from '../../../engine/layout/use-kept.ts';
import { can } from '../../../engine/session/session.ts';
import { StepFields } from '../../../engine/steps/StepFields.tsx';
import { useStepCall } from '../../../engine/steps/use-step-call.ts';
import type { WireRow } from '../../../engine/wire-row.ts';
import { CodeTag } from '../../../fields/parts/CodeTag.tsx';
import { EmptyState } from '../../../fields/parts/EmptyState.tsx';
import type { Called } from '../../reach/CallDock.tsx';
import { RecordingPlayer } from '../../reach/RecordingPlayer.tsx';
import styles from './FollowTab.module.css';
import { MergedNote } from './MergedNote.tsx';

const { lead, leadFollow } = registry;
type LeadRow = WireRow<typeof lead.fields>;

interface FollowTabProps {
  readonly row: LeadRow;
  /** Dials the number by the vendor; absent for people who may not. */
  readonly onCall: ((called: Called) => void) | undefined;
}

/** The conversations with a lead, latest first, and a form to record a new one. */
export function FollowTab({ row, onCall }: FollowTabProps) {
  const step = leadSteps.steps.follow;
  const writes = step !== undefined && can(stepCode(lead, step)) && startsFrom(leadSteps, step, row);
  const [written, setWritten] = useState(0);
  return (
    <Flex vertical gap={20}>
      {[row.mobile, ...numbersOf(row.otherMobiles)].map(
        mobile => mobile && <Contact key={mobile} row={row} mobile={mobile} onCall={onCall} />,
      )}
      {can(leadMergeCalls.standing.may) && <MergedNote leadId={row.leadId} version={Number(row.version)} />}
      {writes && (
        <FieldServicesProvider>
          <FollowForm
            key={`${row.leadId}-${row.version}-${written}`}
            row={row}
            onDone={() => setWritten(count => count + 1)}
          />
        </FieldServicesProvider>
      )}
      {may(leadFollow, 'list') && (
        <Timeline leadId={row.leadId} version={Number(row.version)} writes={writes} />
      )}
    </Flex>
  );
}

/** A number of the lead: to dial by the vendor or by the device, and to copy. */
function Contact({
  row: { leadId, leadName },
  mobile,
  onCall,
}: FollowTabProps & { readonly mobile: string }) {
  const { t } = useTranslation(['crm', 'reach']);
  return (
    <p className={styles.contact}>
      <a href={`tel:${mobile}`}>{mobile}</a>
      {onCall && (
        <Button
          size="small"
          icon={<PhoneOutlined aria-hidden />}
          onClick={() => onCall({ leadId, mobile, name: leadName ?? mobile })}
        >
          {t('reach:call.open')}
        </Button>
      )}
      <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(mobile)}>
        {t('follow.copy')}
      </Button>
    </p>
  );
}

/** The questions in the order of the talk: the way, the words, and the next step. */
const order = ['followType', 'newIntent', 'content', 'nextFollowTime'];
const place = ({ name }: { readonly name: string }) => order.indexOf(name);

/** Code of `followType` for a telephone call, the usual way. */
const byTelephone = 1;

function FollowForm({ row, onDone }: { readonly row: LeadRow; readonly onDone: () => void }) {
  const { t } = useTranslation('crm');
  const step = leadSteps.steps.follow;
  if (!step) throw new Error('Leads are followed up by a step');
  // Recording a conversation completes the current appointment; the next one starts empty.
  const call = useStepCall(lead, {
    step,
    row: { ...row, followType: byTelephone, nextFollowTime: null, newIntent: row.intent },
  });
  const take = async () => {
    if (!(await call.take())) return;
    notice.success(t('follow.done'));
    onDone();
  };
  return (
    <form
      className={styles.form}
      aria-label={t('follow.form')}
      onSubmit={event => {
        event.preventDefault();
        void take();
      }}
    >
      {call.failed !== undefined && <Alert type="error" showIcon title={call.failed} />}
      <div className={styles.fields}>
        <StepFields
          call={{ ...call, asked: call.asked.toSorted((one, other) => place(one) - place(other)) }}
        />
      </div>
      <Button type="primary" htmlType="submit" loading={call.taking}>
        {t('follow.save')}
      </Button>
    </form>
  );
}

interface TimelineProps {
  readonly leadId: number;
  readonly version: number;
  /** The person may add to it. */
  readonly writes: boolean;
}

function Timeline({ leadId, version, writes }: TimelineProps) {
  const { t } = useTranslation('crm');
  const query = { leadId, current: 1, size: limits.pageSizeMax };
  const page = useKept({
    queryKey: ['rows', leadFollow.name, query, version],
    queryFn: ({ signal }) => listRows(leadFollow, query, signal),
  });
  if (page.error && !page.data) return <LoadFailed of={page} />;
  if (page.loading) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  // The server presents a row by the same declaration.
  const rows = (page.data?.records ?? []) as readonly unknown[] as readonly WireRow<
    typeof leadFollow.fields
  >[];
  if (rows.length === 0) {
    return (
      <EmptyState size="small" title={t('follow.none')} hint={writes ? t('follow.noneHint') : undefined} />
    );
  }
  return (
    <ol className={styles.line} aria-label={t('follow.tab')}>
      {rows.map(entry => (
        <li key={entry.id} className={styles.entry}>
          <div className={styles.head}>
            <CodeTag of={followType} value={entry.followType} />
            <b>{String(entry.userName ?? t('follow.system'))}</b>
            <time dateTime={`${String(entry.createTime).replace(' ', 'T')}+08:00`}>
              {String(entry.createTime).slice(0, 16)}
            </time>
          </div>
          <p className={styles.content}>{entry.content}</p>
          {entry.callId != null && can(reachCalls.record.may) && entry.content?.startsWith('电话接通') && (
            <RecordingPlayer callId={entry.callId} />
          )}
          <p className={styles.after}>
            {entry.intent !== null && (
              <span>
                {t('follow.intent')} <CodeTag of={intent} value={entry.intent} />
              </span>
            )}
            {entry.nextFollowTime && (
              <span>{t('follow.next', { time: String(entry.nextFollowTime).slice(0, 16) })}</span>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}
