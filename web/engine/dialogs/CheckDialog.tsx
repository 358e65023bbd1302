import { SafetyCertificateOutlined } from '@ant-design/icons';
import type { CheckFinding } from '@yikao/model/calls/jobs.ts';
import { limits } from '@yikao/model/limits.ts';
import { Alert, Button, Flex, Modal, Segmented, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { ToneTag } from '../../fields/parts/CodeTag.tsx';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { may } from '../access/may.ts';
import { grouped } from '../grouped.ts';
import { outcomeOf } from '../jobs/job-view.ts';
import type { ListController } from '../list/use-list-controller.ts';
import { usePhone } from '../use-media.ts';
import frame from './Dialog.module.css';
import styles from './dialogs.module.css';
import { useCheckController } from './use-check-controller.ts';

interface CheckDialogProps {
  readonly list: ListController;
  readonly onClose: () => void;
}

/** The data checks: duplicates, completeness and references, values (domain 0.6, Q27). */
const types = [
  { value: 127, name: 'duplicates' },
  { value: 128, name: 'completeness' },
  { value: 129, name: 'values' },
] as const;

/** Runs a data check on the rows of the list's filter and shows its findings; a click opens the row. */
export function CheckDialog({ list, onClose }: CheckDialogProps) {
  const { dataset } = list;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const phone = usePhone();
  const check = useCheckController(list, types[0].value);
  const { job } = check;
  const keyLabel = dataset.fields[dataset.key]?.label[language] ?? 'ID';
  return (
    <Modal
      open
      className={`${frame.long} ${styles.dialog}`}
      title={t('check.title', { what: dataset.label[language] })}
      width={phone ? '100%' : 'max(760px, 50vw)'}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={null}
    >
      <Flex vertical gap={16}>
        <div className={styles.line}>
          <Segmented
            value={check.type}
            options={types.map(({ value, name }) => ({ value, label: t(`check.types.${name}`) }))}
            onChange={check.choose}
          />
          <Button
            type="primary"
            icon={<SafetyCertificateOutlined aria-hidden />}
            loading={check.running}
            onClick={() => void check.start()}
          >
            {t('check.start')}
          </Button>
        </div>
        <span className={styles.hint}>{t('check.scope', { total: grouped(list.total) })}</span>
        {job && outcomeOf(job) !== 'processing' && (
          <Alert type={outcomeOf(job) === 'checked' ? 'success' : 'error'} showIcon title={job.message} />
        )}
        <Table<CheckFinding>
          rowKey="checkId"
          size="small"
          tableLayout="fixed"
          loading={check.loading && check.findings.length === 0}
          dataSource={[...check.findings]}
          scroll={{ x: 700 }}
          locale={{
            emptyText:
              job && outcomeOf(job) === 'checked' ? (
                <EmptyState size="small" title={t('check.none')} />
              ) : (
                <EmptyState size="small" title={t('check.noResult')} hint={t('check.noResultHint')} />
              ),
          }}
          pagination={{
            size: 'small',
            current: check.current,
            total: check.total,
            pageSize: limits.pageSize,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: check.goTo,
          }}
          columns={[
            {
              title: t('check.level'),
              width: 76,
              render: (_, { level }) => (
                <ToneTag
                  tone={level >= 3 ? 'lost' : 'look'}
                  text={t(level >= 3 ? 'check.error' : 'check.warning')}
                />
              ),
            },
            { title: t('check.rule'), dataIndex: 'ruleCode', width: 64 },
            { title: t('check.message'), dataIndex: 'message' },
            {
              title: keyLabel,
              width: 84,
              align: 'right',
              render: (_, { dataId }) => (
                <Button
                  type="link"
                  size="small"
                  aria-label={t('check.jump', { id: dataId })}
                  onClick={() => {
                    list.search({ [dataset.key]: [String(dataId)] });
                    onClose();
                  }}
                >
                  {dataId}
                </Button>
              ),
            },
            {
              title: t('check.state'),
              width: 116,
              render: (_, { checkId, resolvedFlag }) =>
                may(dataset, 'update') ? (
                  <Button
                    type="link"
                    size="small"
                    onClick={() => void check.resolve(checkId, resolvedFlag === 1 ? 0 : 1)}
                  >
                    {t(resolvedFlag === 1 ? 'check.reopen' : 'check.resolve')}
                  </Button>
                ) : (
                  t(resolvedFlag === 1 ? 'check.resolved' : 'check.open')
                ),
            },
            { title: t('check.time'), width: 132, render: (_, { createTime }) => createTime.slice(0, 16) },
          ]}
        />
      </Flex>
    </Modal>
  );
}
