import type { ImportPreview } from '@yikao/model/calls/import-columns.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { Checkbox, Flex, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ToneTag } from '../../fields/parts/CodeTag.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from '../dialogs/dialogs.module.css';
import { GivenField } from './GivenField.tsx';
import type { ImportController } from './use-import-controller.ts';

interface PartProps {
  readonly dataset: AnyDataset;
  readonly run: ImportController;
  readonly preview: ImportPreview;
}

/**
 * The layout of a file apart from its columns: values of all rows, rows produced by upper headings, and the tables it
 * contains. Everything detected can be changed.
 */
export function ImportGiven(props: PartProps) {
  return (
    <>
      <Groups {...props} />
      <Tables {...props} />
      <Values {...props} />
    </>
  );
}

function Values({ dataset, run, preview }: PartProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const id = useId();
  const names = run.given.fields;
  const held = new Set(preview.columns.map(({ field }) => field));
  const others = (dataset.excel?.import ?? []).filter(
    name =>
      !names.includes(name) && !held.has(name) && !run.columns.some(column => run.fieldOf(column) === name),
  );
  if (run.operation !== 'import' || (names.length === 0 && others.length === 0)) return null;
  return (
    <Flex component="section" vertical gap={8} aria-label={t('import.given.title')}>
      <b>{t('import.given.title')}</b>
      {names.length > 0 && <span className={styles.hint}>{t('import.given.hint')}</span>}
      <div className={styles.givenFields}>
        {names.map((name, index) => {
          const wanted = preview.wanted.find(one => one.name === name);
          const value = run.given.valueOf(name);
          const isNeeded = wanted?.needed === true;
          const isOffered = wanted?.by != null && value !== '' && value === wanted.said;
          return (
            <div key={name} className={styles.labelled} data-field={name}>
              <label htmlFor={`${id}-${index}`} data-required={isNeeded}>
                {fieldOf(dataset, name)?.label[language] ?? name}
                {isOffered && wanted?.by && <ToneTag tone="look" text={t(`import.given.by.${wanted.by}`)} />}
              </label>
              <GivenField
                dataset={dataset}
                name={name}
                id={`${id}-${index}`}
                value={value}
                disabled={run.busy}
                wrong={isNeeded && value.trim() === ''}
                placeholder={
                  wanted?.fallback
                    ? t('import.given.fallback', { value: wanted.fallback })
                    : wanted && !isNeeded
                      ? t('import.given.forNew')
                      : undefined
                }
                onChange={next => run.given.give(name, next)}
              />
            </div>
          );
        })}
        {others.length > 0 && (
          <div className={styles.labelled}>
            <label htmlFor={`${id}-more`}>{t('import.given.more')}</label>
            <Select
              id={`${id}-more`}
              value={null}
              disabled={run.busy}
              placeholder={t('import.given.choose')}
              showSearch={{ optionFilterProp: 'label' }}
              popupMatchSelectWidth={false}
              options={others.map(name => ({
                value: name,
                label: fieldOf(dataset, name)?.label[language] ?? name,
              }))}
              onChange={name => name && run.given.give(name, '')}
            />
          </div>
        )}
      </div>
    </Flex>
  );
}

function Groups({ dataset, run, preview }: PartProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const id = useId();
  const shown = [
    ...preview.groups,
    ...run.leftGroups
      .filter(label => preview.groups.every(one => one.label !== label))
      .map(label => ({ label, field: '', value: '' })),
  ];
  if (shown.length === 0) return null;
  const names = (dataset.excel?.import ?? []).filter(name =>
    ['code', 'ref', 'year'].includes(fieldOf(dataset, name)?.kind ?? ''),
  );
  return (
    <Flex component="section" vertical gap={8} aria-label={t('import.groups.title')}>
      <b>{t('import.groups.title')}</b>
      <span className={styles.hint}>{t('import.groups.hint')}</span>
      <div className={styles.givenFields}>
        {shown.map(({ label, field, value }, index) => (
          <div key={label} className={styles.labelled}>
            <label htmlFor={`${id}-${index}`}>{t('import.groups.of', { label })}</label>
            <div className={styles.pair}>
              <Select
                id={`${id}-${index}`}
                value={field}
                disabled={run.busy || run.source.looking}
                popupMatchSelectWidth={false}
                aria-label={t('import.groups.field', { label })}
                options={[
                  { value: '', label: t('import.groups.none') },
                  ...names.map(name => ({
                    value: name,
                    label: fieldOf(dataset, name)?.label[language] ?? name,
                  })),
                ]}
                onChange={chosen => run.group(label, chosen ? { field: chosen, value: label } : null)}
              />
              {field !== '' && (
                <GivenField
                  dataset={dataset}
                  name={field}
                  id={`${id}-${index}-value`}
                  value={run.groupValue(label, value)}
                  disabled={run.busy}
                  onChange={next => run.setGroupValue(label, next)}
                />
              )}
            </div>
          </div>
        ))}
      </div>
    </Flex>
  );
}

function Tables({ dataset, run, preview }: PartProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const id = useId();
  if (preview.tables.length < 2 || run.operation !== 'import') return null;
  const fields = run.tables.fields;
  return (
    <Flex
      component="section"
      vertical
      gap={8}
      aria-label={t('import.tables.title', { count: preview.tables.length })}
    >
      <b>{t('import.tables.title', { count: preview.tables.length })}</b>
      <span className={styles.hint}>{t('import.tables.hint')}</span>
      {preview.tables.map((table, at) => (
        <div key={`${table.sheet} ${table.headerRow}`} className={styles.table}>
          <Checkbox
            checked={run.tables.isTaken(at)}
            disabled={run.busy || at === 0}
            onChange={event => run.tables.take(at, event.target.checked)}
          >
            {t('import.tables.place', { sheet: table.name, row: table.headerRow })}
            {table.title !== '' && <span className={styles.hint}> {table.title}</span>}
          </Checkbox>
          {run.tables.isTaken(at) &&
            fields.map(name => (
              <label key={name} className={styles.sheet} htmlFor={`${id}-${at}-${name}`}>
                {fieldOf(dataset, name)?.label[language] ?? name}
                <GivenField
                  dataset={dataset}
                  name={name}
                  id={`${id}-${at}-${name}`}
                  value={run.tables.valueOf(at, name)}
                  disabled={run.busy}
                  wrong={run.tables.valueOf(at, name) === ''}
                  onChange={next => run.tables.give(at, name, next)}
                />
              </label>
            ))}
        </div>
      ))}
    </Flex>
  );
}
