import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { Alert, Button, Input, Modal, Skeleton, Tree, type TreeDataNode } from 'antd';
import { type Key, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import type { OptionQuery } from '../services.ts';
import { branchKeys, matchingNodes, type RowNode, rowTree } from './row-tree.ts';
import styles from './TreeDialog.module.css';
import { useAllOptions } from './use-options.ts';

interface TreeDialogProps {
  readonly dataset: AnyDataset;
  /** The name of the field that the rows are chosen for. */
  readonly label: string;
  /** The rows that are chosen when it opens. */
  readonly values: readonly number[];
  readonly multiple: boolean;
  readonly where: OptionQuery['where'];
  readonly onChoose: (values: number[]) => void;
  readonly onClose: () => void;
}

/** Height of the tree in pixels, beyond which it scrolls. */
const treeHeight = 380;

/** A name with the part that was searched for marked. */
function Marked({ name, words }: { readonly name: string; readonly words: string }) {
  const at = words === '' ? -1 : name.toLowerCase().indexOf(words.toLowerCase());
  if (at < 0) return <>{name}</>;
  return (
    <>
      {name.slice(0, at)}
      <mark>{name.slice(at, at + words.length)}</mark>
      {name.slice(at + words.length)}
    </>
  );
}

/**
 * Chooses rows of a dataset from their tree, in a popup (spec section 2, "popup tree input"). One row is chosen by a
 * click or by Enter; of several, each is ticked by itself.
 */
export function TreeDialog(props: TreeDialogProps) {
  const { dataset, label, values, multiple, where, onChoose, onClose } = props;
  const { t } = useTranslation(['engine', 'common']);
  const language = useLanguage();
  const [words, setWords] = useState('');
  const [ticked, setTicked] = useState(values);
  // The branches that the person has folded; all are open initially, and during a search.
  const [folded, setFolded] = useState<readonly Key[]>([]);
  const found = useAllOptions(dataset, where);
  const tree = useMemo(() => rowTree(dataset, found.rows, language), [dataset, found.rows, language]);
  const wanted = words.trim();
  const shown = matchingNodes(tree, wanted);
  const branches = branchKeys(shown);
  const dataOf = ({ key, name, children }: RowNode): TreeDataNode => ({
    key,
    title: <Marked name={name} words={wanted} />,
    // A group is a heading.
    selectable: typeof key === 'number',
    checkable: typeof key === 'number',
    children: children.map(dataOf),
  });
  const choose = (next: readonly number[]) => {
    onChoose([...next]);
    onClose();
  };
  const numbersOf = (keys: readonly Key[]) => keys.filter(key => typeof key === 'number');
  return (
    <Modal
      open
      width={480}
      title={t('fields.treeTitle', { label })}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        multiple ? (
          <>
            <span className={styles.count}>{t('fields.treeCount', { count: ticked.length })}</span>
            <Button onClick={onClose}>{t('common:cancel')}</Button>
            <Button type="primary" onClick={() => choose(ticked)}>
              {t('common:confirm')}
            </Button>
          </>
        ) : null
      }
    >
      <Input.Search
        allowClear
        autoFocus
        value={words}
        placeholder={t('fields.treeSearch')}
        aria-label={t('fields.treeSearch')}
        onChange={event => setWords(event.target.value)}
      />
      <div className={styles.tree}>
        {found.failed ? (
          <Alert
            type="error"
            title={t('fields.optionsFailed')}
            action={<Button onClick={found.again}>{t('common:retry')}</Button>}
          />
        ) : found.loading ? (
          <Skeleton active title={false} paragraph={{ rows: 6 }} />
        ) : shown.length === 0 ? (
          <EmptyState size="small" picture="search" title={t('fields.noOptions')}>
            {words !== '' && <Button onClick={() => setWords('')}>{t('filter.clearSearch')}</Button>}
          </EmptyState>
        ) : (
          <Tree
            blockNode
            virtual
            height={treeHeight}
            aria-label={label}
            treeData={shown.map(dataOf)}
            expandedKeys={wanted === '' ? branches.filter(key => !folded.includes(key)) : branches}
            onExpand={open => setFolded(branches.filter(key => !open.includes(key)))}
            selectedKeys={multiple ? [] : [...values]}
            checkable={multiple}
            checkStrictly
            checkedKeys={[...ticked]}
            selectable
            onCheck={keys => {
              const now = numbersOf(Array.isArray(keys) ? keys : keys.checked);
              const visible = new Set(rowKeys(shown));
              setTicked([...ticked.filter(key => !visible.has(key)), ...now.filter(key => visible.has(key))]);
            }}
            onSelect={(_, { node }) => {
              const { key } = node;
              if (typeof key !== 'number') return;
              if (!multiple) return choose([key]);
              setTicked(ticked.includes(key) ? ticked.filter(one => one !== key) : [...ticked, key]);
            }}
          />
        )}
      </div>
      {found.rows.length >= limits.optionsMax && (
        <p className={styles.more}>{t('fields.treeMore', { count: limits.optionsMax })}</p>
      )}
    </Modal>
  );
}

/** The numbers of the rows in a tree. */
function rowKeys(nodes: readonly RowNode[]): number[] {
  return nodes.flatMap(({ key, children }) => [
    ...(typeof key === 'number' ? [key] : []),
    ...rowKeys(children),
  ]);
}
