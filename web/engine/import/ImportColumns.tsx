import { ArrowRightOutlined, CloseOutlined } from '@ant-design/icons';
import type { ColumnMatch } from '@yikao/model/calls/import-columns.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { columnLabel } from '@yikao/model/kernel/import-kinds.ts';
import { Alert, Button, Select, Skeleton } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ToneTag } from '../../fields/parts/CodeTag.tsx';
import { searchByLabel } from '../../fields/pick/search-by-label.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from '../dialogs/dialogs.module.css';
import { UnreadNotes } from '../jobs/UnreadNotes.tsx';
import { ImportGiven } from './ImportGiven.tsx';
import { ImportHeading } from './ImportHeading.tsx';
import { ImportPreviewTable } from './ImportPreviewTable.tsx';
import type { ImportController } from './use-import-controller.ts';

interface ImportColumnsProps {
  readonly dataset: AnyDataset;
  readonly run: ImportController;
}

/**
 * The contents of the file, and the field of each column (domain 0.4, 1): the choice of sheet, unmatched columns with
 * suggestions, and the first rows.
 */
export function ImportColumns({ dataset, run }: ImportColumnsProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const id = useId();
  const { source, columns } = run;
  const { preview, error } = source.looked ?? {};
  if (source.looking && !preview) {
    return (
      <section className={styles.result} aria-busy>
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      </section>
    );
  }
  if (error && columns.length === 0) {
    return (
      <Alert type={error.reason === 'previewFailed' ? 'info' : 'error'} showIcon title={error.message} />
    );
  }
  if (!preview && columns.length === 0) return null;
  if (preview?.format === 'zip') {
    return (
      <section className={styles.result} aria-label={t('import.picturesIn')}>
        <b>{t('import.picturesIn')}</b>
        <div>
          {preview.rows.length === 0
            ? t('import.noPictures')
            : preview.rows.map(({ cells }) => cells[0]).join(t('import.comma'))}
        </div>
      </section>
    );
  }

  const labelOf = (name: string) => columnLabel(dataset, name)?.[language] ?? name;
  const byTemplate = preview?.columns.filter(({ by }) => by === 'template') ?? [];
  const filled = preview?.columns.filter(({ header }) => header !== '') ?? [];
  const chosen = new Set(columns.map(run.fieldOf));
  const givable = new Set(preview?.wanted.map(({ name }) => name));
  // Values for the whole file are entered there.
  const missing = preview?.missing.filter(({ name }) => !chosen.has(name) && !givable.has(name)) ?? [];
  const known = filled.filter(({ field, by }) => by !== 'none' || field !== null).length;
  return (
    <section className={styles.result} aria-label={t('import.steps.columns')} aria-busy={source.looking}>
      {preview && (
        <div className={styles.resultHead}>
          <b>{t('import.columnsKnown', { known, total: filled.length })}</b>
          {preview.sheets.length > 1 && (
            <label className={styles.sheet} htmlFor={`${id}-sheet`}>
              {t('import.sheet')}
              <Select
                id={`${id}-sheet`}
                value={preview.sheet}
                disabled={run.busy}
                popupMatchSelectWidth={false}
                options={preview.sheets.map(({ index, name, hidden }) => ({
                  value: index,
                  label: hidden ? t('import.hiddenSheet', { name }) : name,
                }))}
                onChange={run.chooseSheet}
              />
            </label>
          )}
        </div>
      )}
      {preview?.heading && <ImportHeading preview={preview} heading={preview.heading} run={run} />}
      {byTemplate.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('import.byTemplate', {
            columns: byTemplate
              .map(({ header, field }) => `${header} → ${labelOf(field ?? '')}`)
              .join(t('import.comma')),
          })}
        />
      )}
      {missing.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={t('import.missing', { columns: missing.map(({ label }) => label).join(t('import.comma')) })}
        />
      )}
      {preview && preview.repeated.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={t('import.repeated', { columns: preview.repeated.join(t('import.comma')) })}
        />
      )}
      {preview && <UnreadNotes filled={preview.filled} unread={preview.unread} floating={preview.floating} />}
      {preview && <ImportGiven dataset={dataset} run={run} preview={preview} />}
      {columns.length > 0 && <Mapping dataset={dataset} run={run} labelOf={labelOf} />}
      {preview && preview.rows.length > 0 && (
        <ImportPreviewTable preview={preview} labelOf={labelOf} fieldOf={run.fieldOf} />
      )}
    </section>
  );
}

interface MappingProps extends ImportColumnsProps {
  readonly labelOf: (name: string) => string;
}

function Mapping({ dataset, run, labelOf }: MappingProps) {
  const { t } = useTranslation('engine');
  const id = useId();
  const { columns, source } = run;
  const names =
    (run.operation === 'batchUpdate'
      ? [dataset.key, ...(dataset.excel?.batchUpdate ?? [])]
      : dataset.excel?.import) ?? [];
  const met = source.looked?.preview?.columns.flatMap(({ by, field }) =>
    by === 'label' || by === 'template' ? [field] : [],
  );
  const undecided = columns.some(column => run.fieldOf(column) === null);
  const taken = new Set([...(met ?? []), ...columns.map(run.fieldOf)]);
  return (
    <>
      <Alert
        type={undecided ? 'warning' : 'info'}
        showIcon
        title={t(undecided ? 'import.mapping' : 'import.mappingOffered')}
      />
      <div className={styles.mapping}>
        {columns.map((column, index) => {
          const { header, by, field: offered } = column;
          const field = run.fieldOf(column);
          return (
            <div key={header}>
              <label htmlFor={`${id}-${index}`} title={header}>
                {header}
              </label>
              <ArrowRightOutlined aria-hidden />
              <Select
                id={`${id}-${index}`}
                value={field}
                disabled={run.busy}
                status={field === null ? 'warning' : ''}
                placeholder={t('import.mapTo')}
                showSearch={searchByLabel}
                options={[
                  { value: '', label: t('import.leaveOut') },
                  ...names.map(name => ({
                    value: name,
                    label: labelOf(name),
                    disabled: taken.has(name) && field !== name,
                  })),
                ]}
                onChange={chosen => run.map(header, chosen ?? '')}
              />
              <span className={styles.offer}>
                {field === offered && <OfferTag by={by} />}
                {by === 'remembered' && (
                  <Button
                    type="text"
                    size="small"
                    icon={<CloseOutlined aria-hidden />}
                    aria-label={t('import.forget', { header })}
                    title={t('import.forget', { header })}
                    onClick={() => source.forget(header)}
                  />
                )}
              </span>
            </div>
          );
        })}
      </div>
    </>
  );
}

/** Shows the source of a suggested field; guesses are marked as such. */
function OfferTag({ by }: { readonly by: ColumnMatch }) {
  const { t } = useTranslation('engine');
  if (by === 'guess') return <ToneTag tone="look" text={t('import.guess')} />;
  return by === 'remembered' ? <ToneTag tone="act" text={t('import.remembered')} /> : null;
}
