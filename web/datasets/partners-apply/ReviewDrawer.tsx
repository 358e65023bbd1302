import { useQuery } from '@tanstack/react-query';
import { type ApplicationDetail, applicationDetail } from '@yikao/model/calls/registration.ts';
import { applyType, reviewStatus } from '@yikao/model/codes/partner.ts';
import { partnersApply } from '@yikao/model/datasets/partner/partners-apply.ts';
import { Button, Descriptions, Drawer, Result, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { request } from '../../engine/api/request.ts';
import { copyText } from '../../engine/clipboard.ts';
import { usePhone } from '../../engine/use-media.ts';
import { CodeTag } from '../../fields/parts/CodeTag.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { Decision } from './Decision.tsx';
import { LicensePicture } from './LicensePicture.tsx';
import styles from './review.module.css';
import { TellAgain } from './TellAgain.tsx';

interface ReviewDrawerProps {
  readonly applyId: number;
  /** Whether the person may decide. */
  readonly decides: boolean;
  readonly onClose: () => void;
}

/** One application with its licence, and the decision on it. */
export function ReviewDrawer({ applyId, decides, onClose }: ReviewDrawerProps) {
  const { t } = useTranslation(['partner', 'engine']);
  const phone = usePhone();
  const { data, error, refetch } = useQuery({
    queryKey: ['row', partnersApply.name, applyId, 'detail'],
    queryFn: ({ signal }) =>
      request('GET', `${partnersApply.path}/detail`, {
        query: { applyId },
        schema: applicationDetail,
        signal,
        toast: false,
      }),
  });
  const open = decides && data?.auditStatus === 1;
  return (
    <Drawer
      open
      size={phone ? '100%' : 640}
      title={data ? t(open ? 'review.title' : 'review.titleLook', { name: data.partnersName }) : ''}
      onClose={onClose}
    >
      {error ? (
        <Result
          status="warning"
          title={error.message}
          extra={<Button onClick={() => void refetch()}>{t('engine:list.retry')}</Button>}
        />
      ) : data ? (
        <>
          <Facts data={data} />
          {open && <Decision application={data} />}
          {decides && data.auditStatus > 1 && <TellAgain applyId={applyId} />}
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </Drawer>
  );
}

function Facts({ data }: { readonly data: ApplicationDetail }) {
  const { t } = useTranslation('partner');
  const language = useLanguage();
  const { fields } = partnersApply;
  const label = (name: keyof typeof fields) => fields[name].label[language];
  const blank = <span className={styles.blank}>–</span>;
  const invited = data.recCode && (
    <>
      {data.recCode}{' '}
      <span className={styles.blank}>
        {data.inviter ? `${t('review.inviter')} ${data.inviter}` : t('review.inviterUnknown')}
      </span>
    </>
  );
  const items = [
    { key: 'applyType', children: <CodeTag of={applyType} value={data.applyType} /> },
    { key: 'auditStatus', children: <CodeTag of={reviewStatus} value={data.auditStatus} /> },
    { key: 'partnersName', children: data.partnersName, wide: true },
    { key: 'userName', children: data.userName },
    { key: 'position', children: data.position },
    { key: 'phone', children: data.phone },
    { key: 'recCode', children: invited },
    { key: 'provinceId', children: [data.provinceName, data.cityName].filter(Boolean).join(' / ') },
    { key: 'ownerId', children: data.belongsTo },
    { key: 'address', children: data.address, wide: true },
    { key: 'remark', children: data.remark, wide: true },
  ] as const;
  const made = data.account && (
    <>
      {data.account}
      <Button type="link" size="small" onClick={() => void copyText(data.account ?? '')}>
        {t('review.copy')}
      </Button>
    </>
  );
  return (
    <Descriptions
      column={{ xs: 1, sm: 2 }}
      size="small"
      items={[
        ...items.map(item => ({
          key: item.key,
          label: label(item.key),
          children: item.children || blank,
          ...('wide' in item && { span: 'filled' as const }),
        })),
        {
          key: 'license',
          label: t('review.license'),
          span: 'filled',
          children: data.hasLicense ? <LicensePicture applyId={data.applyId} /> : t('review.noLicense'),
        },
        ...(data.auditRemark
          ? [
              {
                key: 'reason',
                label: t(data.auditStatus === 1 ? 'review.lastReason' : 'review.decision'),
                span: 'filled' as const,
                children: data.auditRemark,
              },
            ]
          : []),
        ...(made ? [{ key: 'account', label: label('accountId'), children: made }] : []),
        ...(data.auditTime && data.auditStatus > 1
          ? [
              {
                key: 'auditBy',
                label: label('auditBy'),
                children: `${data.auditBy ?? ''} ${data.auditTime.slice(0, 16)}`,
              },
            ]
          : []),
      ]}
    />
  );
}
