import { useQuery } from '@tanstack/react-query';
import { articleCalls } from '@yikao/model/contexts/content/article.calls.ts';
import { siteKey as sites } from '@yikao/model/contexts/shared/shared.codes.ts';
import { Button, Segmented, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { Trouble } from '../../../engine/boundary/Trouble.tsx';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './PreviewDialog.module.css';

interface PreviewDialogProps {
  readonly article: { readonly articleId: number; readonly title: string };
  readonly onClose: () => void;
}

type Site = (typeof sites)['items'][number]['code'];

/** An article as a site shows it, on a phone of 390 pixels or wide, by a link that opens for ten minutes (domain 10). */
export function PreviewDialog({ article, onClose }: PreviewDialogProps) {
  const { t } = useTranslation('article');
  const language = useLanguage();
  const [site, setSite] = useState<Site>('ykzyb');
  const [device, setDevice] = useState<'phone' | 'wide'>('phone');
  const { articleId, title } = article;
  const link = useQuery({
    queryKey: ['articlePreview', articleId, site],
    queryFn: ({ signal }) =>
      send(articleCalls.preview, { body: { articleId, siteKey: site }, signal, toast: false }),
    // Each opening has a separate link: the article may have changed.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog title={t('preview.title', { title })} width={1080} footer={null} onClose={onClose}>
      <div className={styles.tools}>
        <Segmented
          aria-label={t('preview.site')}
          value={site}
          options={sites.items.map(({ code, label }) => ({ value: code, label: label[language] }))}
          onChange={setSite}
        />
        <Segmented
          value={device}
          options={[
            { value: 'phone' as const, label: t('preview.phone') },
            { value: 'wide' as const, label: t('preview.wide') },
          ]}
          onChange={setDevice}
        />
        {link.data && (
          <Button type="link" href={link.data.url} target="_blank" rel="noopener">
            {t('preview.open')}
          </Button>
        )}
      </div>
      {link.isError ? (
        <Trouble title={t('preview.failed')}>
          <Button onClick={() => void link.refetch()}>{t('preview.again')}</Button>
        </Trouble>
      ) : (
        <div className={styles.frame} data-device={device}>
          {link.data ? (
            <iframe title={t('preview.title', { title })} src={link.data.url} />
          ) : (
            <Spin className={styles.waiting ?? ''} />
          )}
        </div>
      )}
      {link.data && <p className={styles.hint}>{t('preview.hint', { minutes: link.data.seconds / 60 })}</p>}
    </Dialog>
  );
}
