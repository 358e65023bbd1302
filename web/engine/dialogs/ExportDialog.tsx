import { ExportOutlined } from '@ant-design/icons';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import { exportHeader, type HeaderType, headerType } from '@yikao/model/kernel/export-headers.ts';
import { Alert, Button, Checkbox, Collapse, Flex, Modal, Radio } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterValues } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { filterLabel } from '../../fields/parts/filter-keys.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { notice } from '../api/notice.ts';
import { unlessRefused } from '../api/unless-refused.ts';
import { Boundary } from '../boundary/Boundary.tsx';
import { startExport } from '../calls/job-calls.ts';
import { HeaderTypeChoice } from '../import/HeaderTypeChoice.tsx';
import { headerColumns } from '../import/header-columns.ts';
import { JobHistory } from '../jobs/JobHistory.tsx';
import { jobStarted } from '../jobs/use-jobs.ts';
import type { ListController } from '../list/use-list-controller.ts';
import type { ExportChoice } from '../screen/screen-parts.ts';
import { usePhone } from '../use-media.ts';
import frame from './Dialog.module.css';
import styles from './dialogs.module.css';
import { ExportShapeChoice } from './ExportShapeChoice.tsx';
import { OrderedChoice } from './OrderedChoice.tsx';
import { chosenNames, type FieldChoice, offeredFields, useFieldChoice } from './use-field-choice.ts';

/**
 * Exports a dataset (spec section 2): the list's filters to begin with, the chosen fields in their order, xlsx
 * or csv, codes as labels or as numbers, and the history with the files.
 */
export function ExportDialog({
  list,
  selected,
  choice,
  onClose,
}: {
  readonly list: ListController;
  /** The rows to export; defaults to those of the filters. */
  readonly selected?: readonly number[] | undefined;
  /** A choice of the screen besides. */
  readonly choice?: ExportChoice | undefined;
  readonly onClose: () => void;
}) {
  const { dataset } = list;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const phone = usePhone();
  const [filters, setFilters] = useState<FilterValues>(list.filters);
  const [own, setOwn] = useFieldChoice(dataset, 'exportFields');
  // The columns of a kind of header, as changed by the person, whose own choice stays unaffected.
  const headedBy = (type: HeaderType | undefined) =>
    type && { type, fields: headerColumns(dataset, type, offeredFields(dataset, 'exportFields')) };
  const [headed, setHeaded] = useState<{ type: HeaderType; fields: readonly FieldChoice[] } | undefined>(() =>
    headedBy(exportHeader(dataset, list.preferences.header)?.type),
  );
  const fields = headed?.fields ?? own;
  const setFields = (next: readonly FieldChoice[]) =>
    headed ? setHeaded({ ...headed, fields: next }) : setOwn(next);
  const [{ format, codesAs }, setFile] = useState<FileForm>({ format: 'xlsx', codesAs: 'label' });
  const kinds = dataset.excel?.jobs;
  const [withDescendants, setWithDescendants] = useState(false);
  const [shape, setShape] = useState<number>();
  const [chosenToo, setChosenToo] = useState(false);
  const [starting, setStarting] = useState(false);
  const chosen = chosenNames(fields);
  const kind = headed && codeItem(headerType, headed.type)?.label[language];

  const start = async () => {
    if (chosen.length === 0) return notice.warning(t('fieldsOf.atLeastOne'));
    setStarting(true);
    await unlessRefused(async () => {
      await startExport(dataset, {
        title: [dataset.label[language], kind].filter(Boolean).join('-'),
        exportHeaderType: headed?.type,
        fieldNames: chosen,
        format,
        codesAs,
        type: shape ?? (withDescendants ? kinds?.exportTree : kinds?.export),
        ...(choice && chosenToo && { choice: choice.name }),
        filters: selected ? { [dataset.key]: selected.map(String) } : { ...filters, ...list.given },
      });
      notice.success(t('export.started'));
      jobStarted();
    }).finally(() => setStarting(false));
  };

  return (
    <Modal
      open
      className={`${frame.long} ${styles.dialog}`}
      title={t('export.title', { what: dataset.label[language] })}
      width={phone ? '100%' : 'max(760px, 50vw)'}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={null}
    >
      <Boundary>
        <Flex vertical gap={16}>
          {selected ? (
            <Alert type="info" showIcon title={t('export.only', { total: selected.length })} />
          ) : (
            <ExportFilters list={list} filters={filters} onChange={setFilters} />
          )}
          <HeaderTypeChoice
            dataset={dataset}
            value={headed?.type}
            onChange={type => setHeaded(headedBy(type))}
          />
          <ExportShapeChoice dataset={dataset} value={shape} onChange={setShape} />
          <Collapse
            size="small"
            items={[
              {
                key: 'fields',
                label: t('export.fields', { count: chosen.length, total: fields.length }),
                children: (
                  <OrderedChoice
                    items={fields.map(({ name, chosen: on }) => ({
                      name,
                      label: fieldOf(dataset, name)?.label[language] ?? name,
                      chosen: on,
                    }))}
                    onChange={items => setFields(items.map(({ name, chosen: on }) => ({ name, chosen: on })))}
                  />
                ),
              },
            ]}
          />
          {choice && <OwnChoice choice={choice} chosen={chosenToo} onChange={setChosenToo} />}
          {kinds?.exportTree !== undefined && (
            <span className={styles.option}>
              <span>{t('export.rows')}</span>
              <Radio.Group
                value={withDescendants}
                aria-label={t('export.rows')}
                options={[
                  { value: false, label: t('export.matching') },
                  { value: true, label: t('export.descendants') },
                ]}
                onChange={event => {
                  setWithDescendants(event.target.value);
                  // The second kind is the one with the details (domain Q25).
                  if (event.target.value) setFields(fields.map(({ name }) => ({ name, chosen: true })));
                }}
              />
            </span>
          )}
          <div className={styles.line}>
            <FileChoice value={{ format, codesAs }} onChange={setFile} />
            <Button
              type="primary"
              icon={<ExportOutlined aria-hidden />}
              loading={starting}
              onClick={() => void start()}
            >
              {t('export.start')}
            </Button>
          </div>
          {dataset.excel && (
            <JobHistory
              bizTypes={[dataset.excel.jobs.export, dataset.excel.jobs.exportTree].filter(
                type => type !== undefined,
              )}
              by="title"
            />
          )}
        </Flex>
      </Boundary>
    </Modal>
  );
}

/** The conditions of the rows to export, those of the list to begin with. */
function ExportFilters({
  list: { dataset, locked },
  filters,
  onChange,
}: {
  readonly list: ListController;
  readonly filters: FilterValues;
  readonly onChange: (filters: FilterValues) => void;
}) {
  const language = useLanguage();
  const id = useId();
  return (
    <div className={styles.filters}>
      {dataset.list.filters.map(({ field: name, as, atLeast }) => {
        const field = fieldOf(dataset, name);
        const Filter = field && viewOf(field).Filter;
        if (!field || !Filter) return null;
        return (
          <div key={as}>
            <label htmlFor={`${id}-${as}`}>{filterLabel(field, { atLeast }, language)}</label>
            <Filter
              field={field}
              as={as}
              id={`${id}-${as}`}
              values={filters}
              disabled={locked[name] !== undefined}
              onChange={change => onChange({ ...filters, ...change })}
            />
          </div>
        );
      })}
    </div>
  );
}

/** The format of an exported file, and the form of its codes. */
interface FileForm {
  readonly format: 'xlsx' | 'csv';
  readonly codesAs: 'label' | 'code';
}

interface FileChoiceProps {
  readonly value: FileForm;
  readonly onChange: (value: FileForm) => void;
}

/** Asks for the format of the file and the form of its codes. */
function FileChoice({ value, onChange }: FileChoiceProps) {
  const { t } = useTranslation('engine');
  return (
    <>
      <span className={styles.option}>
        <span>{t('export.format')}</span>
        <Radio.Group
          value={value.format}
          aria-label={t('export.format')}
          options={[
            { value: 'xlsx', label: 'Excel (.xlsx)' },
            { value: 'csv', label: 'CSV' },
          ]}
          onChange={event => onChange({ ...value, format: event.target.value })}
        />
      </span>
      <span className={styles.option}>
        <span>{t('export.codesAs')}</span>
        <Radio.Group
          value={value.codesAs}
          aria-label={t('export.codesAs')}
          options={[
            { value: 'label', label: t('export.label') },
            { value: 'code', label: t('export.code') },
          ]}
          onChange={event => onChange({ ...value, codesAs: event.target.value })}
        />
      </span>
    </>
  );
}

/** The choice that a screen adds to its exports. */
function OwnChoice({
  choice,
  chosen,
  onChange,
}: {
  readonly choice: ExportChoice;
  readonly chosen: boolean;
  readonly onChange: (chosen: boolean) => void;
}) {
  return (
    <span className={styles.option}>
      <Checkbox checked={chosen} onChange={event => onChange(event.target.checked)}>
        {choice.label}
      </Checkbox>
      <span className={styles.hint}>{choice.help}</span>
    </span>
  );
}
