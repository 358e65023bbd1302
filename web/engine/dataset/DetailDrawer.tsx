import { CopyOutlined } from '@ant-design/icons';
import { type AnyDataset, fieldOf, systemFields } from '@yikao/model/kernel/dataset.ts';
import { belongs } from '@yikao/model/kernel/when.ts';
import { Button, Drawer, Result, Skeleton, Tabs, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { Boundary } from '../boundary/Boundary.tsx';
import { copyText } from '../clipboard.ts';
import { useFieldOverrides } from '../field-overrides.ts';
import { useRow } from '../hooks/use-row.ts';
import { StepButtons } from '../steps/StepButtons.tsx';
import { usePhone } from '../use-media.ts';
import { rowName } from './columns.tsx';
import styles from './DetailDrawer.module.css';
import { HistoryTimeline } from './HistoryTimeline.tsx';
import type { RowActionsOf } from './RowActions.tsx';

/** A part of the details of a row. */
export type DetailPart = 'fields' | 'history';

interface DetailDrawerProps {
  readonly dataset: AnyDataset;
  /** The row whose details are shown; undefined keeps the drawer shut. */
  readonly opened: number | undefined;
  readonly actions: RowActionsOf;
  /** What is shown of the row: its fields, or what happened to them. */
  readonly part: DetailPart;
  readonly onPart: (part: DetailPart) => void;
  readonly onClose: () => void;
}

/** Groups of a row's fields: as the form has them, the rest and the system's own last. */
function groupsOf(dataset: AnyDataset): { label: { zh: string; en: string } | undefined; names: string[] }[] {
  const inForm = dataset.form.map(({ label, fields }) => ({ label, names: [...fields] }));
  const grouped = new Set(inForm.flatMap(group => group.names));
  const others = Object.keys(dataset.fields).filter(
    name => !grouped.has(name) && dataset.fields[name]?.private !== true,
  );
  const system = Object.keys(systemFields).filter(name => fieldOf(dataset, name));
  return [...inForm, { label: undefined, names: [...others, ...system] }];
}

/** One row in full. The list beneath stays in reach, so that rows can be looked at one after the other. */
export function DetailDrawer({ dataset, opened, actions, part, onPart, onClose }: DetailDrawerProps) {
  const { t } = useTranslation(['engine', 'trust']);
  const phone = usePhone();
  const { row, error, retry } = useRow(dataset, opened);
  return (
    <Drawer
      open={opened !== undefined}
      mask={false}
      size={phone ? '100%' : 560}
      title={row ? rowName(dataset, row) : t('detail.title')}
      onClose={onClose}
      extra={
        row && (
          <span className={styles.actions}>
            {actions.edit && (
              <Tooltip title={actions.editable(row) ? undefined : t('steps.wrongState')}>
                <Button
                  size="small"
                  type="primary"
                  disabled={!actions.editable(row)}
                  onClick={() => actions.edit?.(row)}
                >
                  {t('list.edit')}
                </Button>
              </Tooltip>
            )}
            <StepButtons actions={actions.steps ?? []} row={row} fittingOnly={actions.aside} />
            {actions.copy && (
              <Button size="small" onClick={() => actions.copy?.(row)}>
                {t('list.copy')}
              </Button>
            )}
            {actions.remove && (
              <Tooltip title={actions.removable(row) ? undefined : t('steps.wrongState')}>
                <Button
                  size="small"
                  danger
                  disabled={!actions.removable(row)}
                  onClick={() => actions.remove?.(row)}
                >
                  {t('list.delete')}
                </Button>
              </Tooltip>
            )}
          </span>
        )
      }
    >
      {actions.history && (
        <Tabs
          className={styles.parts ?? ''}
          size="small"
          activeKey={part}
          onChange={key => onPart(key === 'history' ? 'history' : 'fields')}
          items={[
            { key: 'fields', label: t('trust:history.fields') },
            { key: 'history', label: t('trust:history.title') },
          ]}
        />
      )}
      {part === 'history' ? (
        opened !== undefined && <HistoryTimeline key={opened} dataset={dataset} rowKey={opened} />
      ) : error ? (
        <Result
          status="warning"
          title={t('list.failed')}
          subTitle={error.message}
          extra={<Button onClick={retry}>{t('list.retry')}</Button>}
        />
      ) : row ? (
        <Details dataset={dataset} row={row} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </Drawer>
  );
}

function Details({ dataset, row }: { readonly dataset: AnyDataset; readonly row: FieldRecord }) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const { cells } = useFieldOverrides();
  const key = String(row[dataset.key] ?? '');
  return (
    <>
      <p className={styles.key}>
        {`${dataset.label[language]} · ${dataset.fields[dataset.key]?.label[language] ?? 'ID'} ${key}`}
        <Button
          type="text"
          size="small"
          icon={<CopyOutlined aria-hidden />}
          aria-label={t('detail.copyId')}
          title={t('detail.copyId')}
          onClick={() => void copyText(key)}
        />
      </p>
      {groupsOf(dataset).map(({ label, names }) => (
        <section key={names.join()} className={styles.group}>
          <h3>{label ? label[language] : t('detail.others')}</h3>
          <dl>
            {names.map(name => {
              const field = fieldOf(dataset, name);
              if (!field || field.private || !belongs(field, row)) return null;
              const view = viewOf(field);
              const Show = cells?.[name] ?? view.Detail ?? view.Cell;
              return (
                <div key={name} data-wide={view.wide?.(field) === true}>
                  <dt hidden={label?.zh === field.label.zh}>{field.label[language]}</dt>
                  <dd>
                    <Boundary>
                      <Show field={field} name={name} value={row[name]} record={row} />
                    </Boundary>
                  </dd>
                </div>
              );
            })}
          </dl>
        </section>
      ))}
    </>
  );
}
