import { useQueryClient } from '@tanstack/react-query';
import { type ApplicationDetail, audited } from '@yikao/model/calls/registration.ts';
import { applyType } from '@yikao/model/codes/partner.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { limits } from '@yikao/model/limits.ts';
import { App, Button, Input, Segmented } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { request } from '../../engine/api/request.ts';
import { copyText } from '../../engine/clipboard.ts';
import { RowPicker } from '../../fields/parts/RowPicker.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './review.module.css';

const { partnersApply, partners } = registry;

/** Approves or refuses an application, after asking once more; what was made is shown then. */
export function Decision({ application }: { readonly application: ApplicationDetail }) {
  const { t } = useTranslation(['partner', 'common']);
  const { modal } = App.useApp();
  const language = useLanguage();
  const client = useQueryClient();
  const id = useId();
  const [approves, setApproves] = useState(true);
  const [under, setUnder] = useState<number | null>(application.partnersId);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const isAgency = application.applyType === 2;

  const decide = async () => {
    try {
      const { account, told } = await request('PUT', `${partnersApply.path}/audit`, {
        body: {
          applyId: application.applyId,
          auditStatus: approves ? 2 : 3,
          auditRemark: approves ? '' : reason.trim(),
          partnersId: approves ? under : null,
        },
        schema: audited,
        toast: false,
      });
      await refresh();
      const text = t(told ? 'review.told' : 'review.untold');
      if (account === null)
        modal[told ? 'success' : 'warning']({ title: t('review.refused'), content: text });
      else {
        modal.success({
          title: t('review.passed', { account }),
          content: `${t('review.passedText')} ${text}`,
          okText: t('review.copy'),
          cancelText: t('common:close'),
          okCancel: true,
          onOk: () => copyText(account),
        });
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
      // Somebody else was first: what stands is shown.
      if (error.reason === 'notAllowedNow') await refresh();
    }
  };
  const refresh = () =>
    Promise.all(
      ['rows', 'row'].map(area => client.invalidateQueries({ queryKey: [area, partnersApply.name] })),
    );

  const submit = () => {
    if (approves && isAgency && under === null) return setProblem(t('review.underFirst'));
    if (!approves && reason.trim() === '') return setProblem(t('review.reasonFirst'));
    setProblem('');
    const kind = applyType.items.find(({ code }) => code === application.applyType)?.label[language] ?? '';
    modal.confirm({
      title: approves ? t('review.passAsk', { kind }) : t('review.refuseAsk'),
      okText: t(approves ? 'review.pass' : 'review.refuse'),
      okButtonProps: { danger: !approves },
      onOk: decide,
    });
  };

  return (
    <section className={styles.decision} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t('review.decision')}</h3>
      <Segmented
        value={approves ? 'pass' : 'refuse'}
        options={[
          { value: 'pass', label: t('review.pass') },
          { value: 'refuse', label: t('review.refuse') },
        ]}
        onChange={value => {
          setApproves(value === 'pass');
          setProblem('');
        }}
      />
      {approves ? (
        <div className={styles.field}>
          <label htmlFor={`${id}-under`} data-required={isAgency}>
            {t(isAgency ? 'review.under' : 'review.parent')}
          </label>
          <RowPicker
            id={`${id}-under`}
            dataset={partners}
            multiple={false}
            values={under === null ? [] : [under]}
            names={
              new Map(
                application.partnersId === null
                  ? []
                  : [[application.partnersId, application.belongsTo ?? '']],
              )
            }
            where={{}}
            placeholder={t(isAgency ? 'review.underFirst' : 'review.parentHint')}
            disabled={false}
            onChange={([next]) => {
              setUnder(next ?? null);
              setProblem('');
            }}
          />
          <p className={styles.hint}>{t(isAgency ? 'review.underHint' : 'review.parentHint')}</p>
        </div>
      ) : (
        <div className={styles.field}>
          <label htmlFor={`${id}-reason`} data-required>
            {t('review.reason')}
          </label>
          <Input.TextArea
            id={`${id}-reason`}
            value={reason}
            maxLength={limits.remark}
            showCount
            autoSize={{ minRows: 2 }}
            onChange={event => {
              setReason(event.target.value);
              setProblem('');
            }}
          />
          <p className={styles.hint}>{t('review.reasonHint')}</p>
        </div>
      )}
      <p className={styles.problem} role={problem ? 'alert' : undefined}>
        {problem}
      </p>
      <Button type="primary" danger={!approves} onClick={submit}>
        {t('review.submit')}
      </Button>
    </section>
  );
}
