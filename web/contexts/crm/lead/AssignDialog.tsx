import { type LeadsAssigned, leadCalls } from '@yikao/model/contexts/crm/leads.calls.ts';
import { type AssignMode, assignLeads, assignModes } from '@yikao/model/contexts/crm/rules/assign-leads.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { Alert, Button, Checkbox, Radio, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { LoadFailed } from '../../../engine/boundary/LoadFailed.tsx';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import { useKept } from '../../../engine/layout/use-kept.ts';
import { listAddress } from '../../../engine/link/page-address.ts';
import { LeftDialog } from '../../../engine/steps/LeftDialog.tsx';
import { PageLink } from '../../../engine/tab/PageLink.tsx';
import { EmptyState } from '../../../fields/parts/EmptyState.tsx';
import styles from './AssignDialog.module.css';

const { lead, leadAssignLog } = registry;

interface AssignDialogProps {
  readonly leadIds: readonly number[];
  /** `left`: the unassigned leads; undefined if nothing was done. */
  readonly onClose: (left?: readonly number[]) => void;
}

const modes = ['even', 'one', 'byRoom'] as const;

/** The chosen recipients, the resulting loads, and the outcome of the distribution. */
function useAssignment(leadIds: readonly number[], onClose: AssignDialogProps['onClose']) {
  const { t } = useTranslation('crm');
  const loads = useKept({
    queryKey: ['rows', lead.name, 'loads', leadIds],
    queryFn: ({ signal }) => send(leadCalls.loads, { body: { leadIds: [...leadIds] }, signal, toast: false }),
  });
  const [mode, setMode] = useState<AssignMode>(assignModes.even);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { busy, problem, setProblem, attempt } = useAttempt();
  const [done, setDone] = useState<LeadsAssigned>();

  const { cap = 0, sellers = [] } = loads.data ?? {};
  const takers = sellers.filter(({ userId }) => chosen.includes(userId));
  const plan = takers.length === 0 ? undefined : assignLeads(leadIds, takers, mode, cap);
  const getting = (userId: number) => plan?.byUser.get(userId)?.length ?? 0;
  const past = takers.reduce(
    (count, { userId, open }) => count + Math.max(0, open + getting(userId) - Math.max(cap, open)),
    plan?.unassigned.length ?? 0,
  );

  const share = async () => {
    if (chosen.length === 0) return setProblem(t('assign.chooseFirst'));
    await attempt(async () => {
      const answer = await send(leadCalls.assign, {
        body: { leadIds: [...leadIds], saleUserIds: [...chosen], mode },
        toast: false,
      });
      await refreshRows(lead, leadAssignLog);
      if (answer.refused.length > 0) return setDone(answer);
      notice.success(t('assign.done', { count: leadIds.length }));
      onClose([]);
    });
  };

  return {
    ...{ loads, cap, sellers, mode, chosen, getting, past, busy, problem, done, share },
    one: mode === assignModes.one,
    choose(userId: number, on: boolean) {
      setProblem(undefined);
      if (mode === assignModes.one) return setChosen([userId]);
      setChosen(old => (on ? [...old, userId] : old.filter(one => one !== userId)));
    },
    chooseAll: () => setChosen(chosen.length === sellers.length ? [] : sellers.map(({ userId }) => userId)),
    changeMode(next: AssignMode) {
      setMode(next);
      setProblem(undefined);
      if (next === assignModes.one) setChosen(old => old.slice(0, 1));
    },
  };
}
type Assignment = ReturnType<typeof useAssignment>;

/** Distributes the selected leads among salespeople: evenly, to one, or by free capacity, with a preview. */
export function AssignDialog({ leadIds, onClose }: AssignDialogProps) {
  const { t } = useTranslation(['crm', 'engine']);
  const assignment = useAssignment(leadIds, onClose);
  const { loads, mode, problem } = assignment;
  if (assignment.done) {
    const { refused } = assignment.done;
    return (
      <LeftDialog
        title={t('assign.leftTitle', { done: leadIds.length - refused.length, left: refused.length })}
        refused={refused}
        onClose={() => onClose(refused.map(({ id }) => id))}
      >
        <p className={styles.text}>{t('assign.leftText')}</p>
      </LeftDialog>
    );
  }
  return (
    <Dialog
      title={t('assign.title', { count: leadIds.length })}
      width={620}
      okText={t('assign.open')}
      cancelText={t('engine:steps.back')}
      okButtonProps={{ disabled: loads.data === undefined }}
      busy={assignment.busy}
      onOk={assignment.share}
      onClose={() => onClose()}
    >
      <Segmented
        block
        aria-label={t('assign.mode')}
        value={mode}
        onChange={assignment.changeMode}
        options={modes.map(name => ({ value: assignModes[name], label: t(`assign.modes.${name}`) }))}
      />
      <p className={styles.text}>
        {t(`assign.texts.${modes.find(name => assignModes[name] === mode) ?? 'even'}`)}
      </p>
      {problem !== undefined && (
        <Alert className={styles.alert ?? ''} type="error" showIcon title={problem} />
      )}
      {loads.error && !loads.data ? (
        <LoadFailed of={loads} />
      ) : loads.loading ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : assignment.sellers.length === 0 ? (
        <EmptyState size="small" title={t('assign.nobody')} hint={t('assign.nobodyHint')}>
          {may(registry.adminUser, 'update') && (
            <PageLink to={listAddress(registry.adminUser)} onFollow={() => onClose()}>
              {t('assign.toUsers')}
            </PageLink>
          )}
        </EmptyState>
      ) : (
        <Sellers of={assignment} leadCount={leadIds.length} />
      )}
    </Dialog>
  );
}

/** The salespeople to choose from, with their current and additional load. */
function Sellers({ of, leadCount }: { readonly of: Assignment; readonly leadCount: number }) {
  const { t } = useTranslation('crm');
  const { cap, sellers, chosen, past, one } = of;
  return (
    <>
      <div className={styles.bar}>
        <span>{t('assign.sellers', { cap })}</span>
        {!one && (
          <Button type="link" size="small" onClick={of.chooseAll}>
            {t(chosen.length === sellers.length ? 'assign.none' : 'assign.all')}
          </Button>
        )}
      </div>
      <ul className={styles.sellers}>
        {sellers.map(seller => (
          <Seller key={seller.userId} of={of} seller={seller} leadCount={leadCount} />
        ))}
      </ul>
      {past > 0 && (
        <Alert
          className={styles.alert ?? ''}
          type="warning"
          showIcon
          title={t('assign.past', { count: past })}
        />
      )}
    </>
  );
}

interface SellerProps {
  readonly of: Assignment;
  readonly seller: Assignment['sellers'][number];
  readonly leadCount: number;
}

function Seller({ of, seller, leadCount }: SellerProps) {
  const { t } = useTranslation('crm');
  const { userId, nickName, userName, open, sees } = seller;
  const { cap } = of;
  const Choice = of.one ? Radio : Checkbox;
  const more = of.getting(userId);
  const share = (count: number) => `${Math.min(100, (count / Math.max(1, cap)) * 100)}%`;
  return (
    <li>
      <Choice
        checked={of.chosen.includes(userId)}
        onChange={event => of.choose(userId, event.target.checked)}
      >
        <span className={styles.name}>{nickName}</span>
        <span className={styles.account}>{userName}</span>
        {sees < leadCount && (
          <span className={styles.sees}>{t('assign.sees', { count: leadCount - sees })}</span>
        )}
      </Choice>
      <span className={styles.load} aria-hidden>
        <span className={styles.open} style={{ width: share(open) }} />
        <span
          className={styles.more}
          data-past={open + more > cap}
          style={{ width: share(Math.min(more, Math.max(0, cap - open))) }}
        />
      </span>
      <span className={styles.numbers}>
        {t('assign.load', { open, free: Math.max(0, cap - open) })}
        <b>{more > 0 ? `+${more}` : ''}</b>
      </span>
    </li>
  );
}
