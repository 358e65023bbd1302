import { Button, Input, Tree } from 'antd';
import { type Key, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../engine/session/use-session.ts';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { matchingGroups, type PermissionNode, permissionGroups } from './permission-groups.ts';
import styles from './Security.module.css';

interface Props {
  /** Permission codes that are ticked. */
  readonly value?: readonly string[];
  readonly onChange?: (codes: string[]) => void;
  readonly id?: string;
}

const codesOf = (groups: readonly PermissionNode[]) =>
  groups.flatMap(({ children = [] }) => children.map(({ key }) => key));

/** The person's own permissions to choose from, by subject; a search hides ticked ones without unticking them. */
export function PermissionTree({ value = [], onChange, id }: Props) {
  const { t } = useTranslation(['security', 'engine']);
  const language = useLanguage();
  const { perms } = useSession();
  const [words, setWords] = useState('');
  const groups = useMemo(() => permissionGroups(perms, language, t('token.other')), [perms, language, t]);
  const shown = matchingGroups(groups, words);
  const visible = new Set(codesOf(shown));
  const choose = (ticked: readonly Key[]) => {
    const hidden = value.filter(code => !visible.has(code));
    onChange?.([...hidden, ...ticked.map(String).filter(key => visible.has(key))]);
  };
  return (
    <div className={styles.tree}>
      <div className={styles.treeTools}>
        <Input
          {...(id !== undefined && { id })}
          allowClear
          placeholder={t('token.searchCodes')}
          aria-label={t('token.searchCodes')}
          value={words}
          onChange={event => setWords(event.target.value)}
        />
        <Button
          size="small"
          onClick={() => onChange?.(codesOf(groups).filter(code => code.endsWith(':list')))}
        >
          {t('token.allViews')}
        </Button>
        <Button size="small" onClick={() => onChange?.([])}>
          {t('token.clear')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <EmptyState size="small" picture="search" title={t('token.noneFound')}>
          {words !== '' && (
            <Button size="small" onClick={() => setWords('')}>
              {t('engine:filter.clearSearch')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <Tree<PermissionNode>
          checkable
          selectable={false}
          height={240}
          treeData={shown}
          checkedKeys={value.filter(code => visible.has(code))}
          {...(words.trim() !== '' && { expandedKeys: shown.map(({ key }) => key) })}
          onCheck={keys => choose(Array.isArray(keys) ? keys : keys.checked)}
        />
      )}
      <div className={styles.more}>{t('token.chosen', { count: value.length })}</div>
    </div>
  );
}
