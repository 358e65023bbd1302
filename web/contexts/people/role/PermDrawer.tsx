import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { type PermNode, peopleCalls } from '@yikao/model/contexts/people/people.calls.ts';
import { Button, Drawer, Input, Result, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { BackCloses } from '../../../engine/boundary/BackCloses.tsx';
import { useLeaveQuestion } from '../../../engine/boundary/use-leave-question.ts';
import { readRow, updateRow } from '../../../engine/calls/dataset-calls.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { useUnsavedChanges } from '../../../engine/tab/tab-context.ts';
import { usePhone } from '../../../engine/use-media.ts';
import styles from './PermDrawer.module.css';
import { PermSection } from './PermSection.tsx';
import { choiceOf, grantedBy, leavesOf, matching, shareOf } from './perm-choice.ts';

interface Props {
  readonly roleId: number;
  readonly name: string;
  readonly onClose: () => void;
}

interface Loaded {
  readonly tree: readonly PermNode[];
  readonly permIds: readonly number[];
  readonly version: number;
}

/** A role's permissions as checkboxes: directories that fold, one line per page with its buttons. */
export function PermDrawer({ roleId, name, onClose }: Props) {
  const { t } = useTranslation(['people', 'engine', 'common', 'messages', 'trouble']);
  const askToLeave = useLeaveQuestion();
  const phone = usePhone();
  const { data, error, refetch } = useQuery({
    queryKey: ['rolePerms', roleId],
    gcTime: 0, // each opening begins with the role's current grants
    queryFn: async ({ signal }): Promise<Loaded> => {
      const [perms, row] = await Promise.all([
        send(peopleCalls.rolePermissions, {
          query: { roleId },
          signal,
          toast: false,
        }),
        readRow(registry.role, roleId, signal),
      ]);
      return { ...perms, version: Number(row.version) };
    },
  });
  const [changed, setChanged] = useState<ReadonlySet<number>>();
  const [words, setWords] = useState('');
  const [folding, setFolding] = useState<ReadonlySet<number>>();
  const [saving, setSaving] = useState(false);
  useUnsavedChanges(changed !== undefined);

  const tree = data?.tree ?? [];
  const choice = changed ?? choiceOf(tree, data?.permIds ?? []);
  // Initially the partly granted directories are open.
  const partly = choiceOf(tree, data?.permIds ?? []);
  const open =
    folding ?? new Set(tree.flatMap(node => (shareOf(node, partly) === 'some' ? [node.permId] : [])));
  const shown = matching(tree, words);
  const searching = words.trim() !== '';
  const editable = may(registry.role, 'update');
  const allOpen = tree.every(({ permId }) => open.has(permId));

  const leave = () => {
    if (changed === undefined) return onClose();
    askToLeave(t('trouble:leave.form'), onClose);
  };
  const save = async () => {
    if (!data) return;
    setSaving(true);
    try {
      const permIds = grantedBy(tree, choice);
      await updateRow(registry.role, { roleId, version: data.version, permIds });
      await refreshRows(registry.role);
      notice.success(t('messages:modified'));
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      notice.error(failure.fieldErrors[0]?.message ?? failure.message);
    } finally {
      setSaving(false);
    }
  };

  return (
    <Drawer
      open
      title={t('role.title', { name })}
      size={phone ? '100%' : 880}
      mask={{ closable: false }}
      onClose={leave}
      footer={
        <div className={styles.footer}>
          <span className={styles.hint}>{editable && t('role.hint')}</span>
          <Button onClick={leave}>{t('common:cancel')}</Button>
          {editable && (
            <Button
              type="primary"
              loading={saving}
              disabled={changed === undefined}
              onClick={() => void save()}
            >
              {t('role.save')}
            </Button>
          )}
        </div>
      }
    >
      <BackCloses onBack={leave} />

      {error && !data ? (
        <Result
          status="warning"
          title={error.message}
          extra={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
        />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 12 }} />
      ) : (
        <>
          <div className={styles.tools}>
            <Input
              allowClear
              prefix={<SearchOutlined aria-hidden />}
              placeholder={t('role.search')}
              aria-label={t('role.search')}
              value={words}
              onChange={event => setWords(event.target.value)}
            />
            <span className={styles.count} aria-live="polite">
              {t('role.chosen', { count: choice.size, total: leavesOf(tree).length })}
            </span>
            <Button
              onClick={() => setFolding(allOpen ? new Set() : new Set(tree.map(({ permId }) => permId)))}
            >
              {t(allOpen ? 'role.fold' : 'role.unfold')}
            </Button>
          </div>
          {shown.length === 0 && <p className={styles.none}>{t('role.none')}</p>}
          {shown.map(node => (
            <PermSection
              key={node.permId}
              node={node}
              choice={choice}
              open={searching || open.has(node.permId)}
              disabled={!editable || saving}
              onChoose={setChanged}
              onToggle={() => {
                const next = new Set(open);
                if (!next.delete(node.permId)) next.add(node.permId);
                setFolding(next);
              }}
            />
          ))}
        </>
      )}
    </Drawer>
  );
}
