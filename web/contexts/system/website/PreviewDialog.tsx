import { useQuery } from '@tanstack/react-query';
import { type CurrentWebsite, websiteCalls } from '@yikao/model/contexts/system/website.calls.ts';
import { Alert, Input, Modal, Segmented, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { BackCloses } from '../../../engine/boundary/BackCloses.tsx';
import { usePhone } from '../../../engine/use-media.ts';
import { SitePage } from '../site/SitePage.tsx';
import styles from './PreviewDialog.module.css';

/** A website to preview. */
export interface Previewed {
  readonly host: string;
  /** Undefined if there is nothing to show yet. */
  readonly site: CurrentWebsite | undefined;
  /** It has not been saved. */
  readonly draft: boolean;
}

interface PreviewDialogProps {
  /** If omitted, the person enters a host and the server returns its branding. */
  readonly previewed?: Previewed;
  readonly onClose: () => void;
}

/** The login page as a host shows it, drawn by the page itself at the size of a screen or of a phone. */
export function PreviewDialog({ previewed, onClose }: PreviewDialogProps) {
  const { t } = useTranslation('partner');
  const phone = usePhone();
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop');
  const [host, setHost] = useState(() => window.location.hostname);
  const asked = useQuery({
    queryKey: ['sitePreview', host],
    queryFn: ({ signal }) =>
      send(websiteCalls.preview, {
        query: { host },
        signal,
        toast: false,
      }),
    enabled: previewed === undefined && host !== '',
    retry: false,
  });
  const site = previewed ? previewed.site : asked.data;
  const name = previewed ? previewed.host : host;
  return (
    <Modal
      open
      title={
        <span className={styles.title}>
          {t('site.title', { name })}
          {previewed?.draft && <Tag color="orange">{t('site.draft')}</Tag>}
        </span>
      }
      width={phone ? '100%' : 880}
      footer={null}
      onCancel={onClose}
    >
      <BackCloses onBack={onClose} />

      <div className={styles.tools}>
        {previewed === undefined && (
          <Input.Search
            className={styles.host ?? ''}
            defaultValue={host}
            placeholder={t('site.hostHint')}
            aria-label={t('site.host')}
            enterButton={t('site.show')}
            loading={asked.isFetching}
            onSearch={next => setHost(next.trim())}
          />
        )}
        <Segmented
          value={device}
          options={[
            { value: 'desktop', label: t('site.desktop') },
            { value: 'phone', label: t('site.phone') },
          ]}
          onChange={value => setDevice(value === 'phone' ? 'phone' : 'desktop')}
        />
      </div>
      {asked.isError && (
        <Alert type="warning" showIcon title={t('site.failed')} className={styles.alert ?? ''} />
      )}
      <div className={styles.screen} data-device={device} role="img" aria-label={t('site.title', { name })}>
        {/* Looked at, not used: no key and no click gets in. */}
        <div className={styles.page} inert>
          <SitePage site={site}>
            <div className={styles.form}>
              <i />
              <i />
              <i data-short />
              <b>{t('site.example')}</b>
            </div>
          </SitePage>
        </div>
      </div>
    </Modal>
  );
}
