import { useQueryClient } from '@tanstack/react-query';
import { type LeadsAssigned, leadCalls } from '@yikao/model/calls/leads.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { type AssignMode, assignLeads, assignModes } from '@yikao/model/rules/assign-leads.ts';
import { Alert, Button, Checkbox, Empty, Modal, Radio, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { LoadFailed } from '../../engine/boundary/LoadFailed.tsx';
import { useKept } from '../../engine/hooks/use-kept.ts';
import { LeftDialog } from '../../engine/steps/LeftDialog.tsx';
import styles from './AssignDialog.module.css';

const { lead, leadAssignLog } = registry;

interface AssignDialogProps {
  readonly leadIds: readonly number[];
  /** `left`: the leads that nobody got; undefined where nothing was done. */
  readonly onClose: (left?: readonly number[]) => void;
}

const modes = ['even', 'one', 'byRoom'] as const;

/** Shares the selected leads out among salespeople: evenly, to one, or to whoever has most room, told before it is done. */
export function AssignDialog({ leadIds, onClose }: AssignDialogProps) {
  const { t } = useTranslation(['crm', 'engine']);
  const client = useQueryClient();
  const loads = useKept({
    queryKey: ['rows', lead.name, 'loads', leadIds],
    queryFn: ({ signal }) => send(leadCalls.loads, { body: { leadIds: [...leadIds] }, signal, toast: false }),
  });
  const [mode, setMode] = useState<AssignMode>(assignModes.even);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<LeadsAssigned>();

  const { cap = 0, sellers = [] } = loads.data ?? {};
  const takers = sellers.filter(({ userId }) => chosen.includes(userId));
  const plan = takers.length === 0 ? undefined : assignLeads(leadIds, takers, mode, cap);
  const getting = (userId: number) => plan?.byUser.get(userId)?.length ?? 0;
  const past = takers.reduce(
    (count, { userId, open }) => count + Math.max(0, open + getting(userId) - Math.max(cap, open)),
    plan?.unassigned.length ?? 0,
  );

  const choose = (userId: number, on: boolean) => {
    setProblem(undefined);
    if (mode === assignModes.one) return setChosen([userId]);
    setChosen(old => (on ? [...old, userId] : old.filter(one => one !== userId)));
  };
  const changeMode = (next: AssignMode) => {
    setMode(next);
    setProblem(undefined);
    if (next === assignModes.one) setChosen(old => old.slice(0, 1));
  };

  const share = async () => {
    if (chosen.length === 0) return setProblem(t('assign.chooseFirst'));
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await send(leadCalls.assign, {
        body: { leadIds: [...leadIds], saleUserIds: [...chosen], mode },
        toast: false,
      });
      await Promise.all(
        [lead.name, leadAssignLog.name].flatMap(name =>
          ['rows', 'row', 'history'].map(area => client.invalidateQueries({ queryKey: [area, name] })),
        ),
      );
      const { refused } = answer;
      if (refused.length > 0) return setDone(answer);
      notice.success(t('assign.done', { count: leadIds.length }));
      onClose([]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };

  if (done) {
    const { refused } = done;
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
  const one = mode === assignModes.one;
  return (
    <Modal
      open
      title={t('assign.title', { count: leadIds.length })}
      width={620}
      mask={{ closable: false }}
      okText={t('assign.open')}
      cancelText={t('engine:steps.back')}
      okButtonProps={{ disabled: loads.data === undefined }}
      confirmLoading={busy}
      onOk={() => void share()}
      onCancel={() => onClose()}
    >
      <Segmented
        block
        aria-label={t('assign.mode')}
        value={mode}
        onChange={changeMode}
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
      ) : sellers.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('assign.nobody')} />
      ) : (
        <>
          <div className={styles.bar}>
            <span>{t('assign.sellers', { cap })}</span>
            {!one && (
              <Button
                type="link"
                size="small"
                onClick={() =>
                  setChosen(chosen.length === sellers.length ? [] : sellers.map(({ userId }) => userId))
                }
              >
                {t(chosen.length === sellers.length ? 'assign.none' : 'assign.all')}
              </Button>
            )}
          </div>
          <ul className={styles.sellers}>
            {sellers.map(({ userId, nickName, userName, open, sees }) => {
              const Choice = one ? Radio : Checkbox;
              const more = getting(userId);
              const share = (count: number) => `${Math.min(100, (count / Math.max(1, cap)) * 100)}%`;
              return (
                <li key={userId}>
                  <Choice
                    checked={chosen.includes(userId)}
                    onChange={event => choose(userId, event.target.checked)}
                  >
                    <span className={styles.name}>{nickName}</span>
                    <span className={styles.account}>{userName}</span>
                    {sees < leadIds.length && (
                      <span className={styles.sees}>
                        {t('assign.sees', { count: leadIds.length - sees })}
                      </span>
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
            })}
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
      )}
    </Modal>
  );
}
