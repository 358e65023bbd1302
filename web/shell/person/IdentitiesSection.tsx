import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Identities, signOnCalls } from '@yikao/model/contexts/people/sign-on.calls.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import { useQuestions } from '../../engine/boundary/questions.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './Security.module.css';

/** The person's identities at the providers, to link and unlink; nothing if no provider is configured. */
export function IdentitiesSection() {
  const { t } = useTranslation('security');
  const language = useLanguage();
  const modal = useQuestions();
  const client = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const { data } = useQuery({
    queryKey: ['identities'],
    queryFn: ({ signal }) => send(signOnCalls.identities, { signal, toast: false }),
    staleTime: 0,
  });
  if (!data || (data.identities.length === 0 && data.providers.length === 0)) return null;

  const link = async (provider: string) => {
    setBusy(provider);
    try {
      const { url } = await send(signOnCalls.link, {
        body: { provider },
      });
      window.location.assign(url);
    } catch (failure) {
      setBusy(undefined);
      if (!(failure instanceof ApiError)) throw failure; // shown as a toast already
    }
  };
  const unlink = async (identityId: number) => {
    await unlessRefused(async () => {
      await send(signOnCalls.unlink, { body: { ids: [identityId] } });
      notice.success(t('identity.unlinked'));
      await client.invalidateQueries({ queryKey: ['identities'] });
    });
  };
  const ask = ({ identityId, label }: Identities['identities'][number]) =>
    modal.confirm({
      title: t('identity.unlinkAsk', { name: label[language] }),
      content: t('identity.unlinkText'),
      okText: t('identity.unlink'),
      okButtonProps: { danger: true },
      onOk: () => unlink(identityId),
    });
  const open = data.providers.filter(({ key }) => data.identities.every(({ provider }) => provider !== key));

  return (
    <section className={styles.section}>
      <h2>{t('identity.title')}</h2>
      <div className={styles.box}>
        {data.identities.map(identity => (
          <div key={identity.identityId} className={styles.line}>
            <div>
              {identity.label[language]} · {identity.account}
              <div className={styles.more}>
                {identity.lastLoginTime
                  ? t('identity.used', { time: identity.lastLoginTime.slice(0, 16) })
                  : t('identity.since', { time: identity.createTime.slice(0, 16) })}
              </div>
            </div>
            <Button size="small" onClick={() => ask(identity)}>
              {t('identity.unlink')}
            </Button>
          </div>
        ))}
        {open.map(({ key, label }) => (
          <div key={key} className={styles.line}>
            <div>
              {label[language]}
              <div className={styles.more}>{t('identity.none')}</div>
            </div>
            <Button size="small" loading={busy === key} onClick={() => void link(key)}>
              {t('identity.link')}
            </Button>
          </div>
        ))}
      </div>
    </section>
  );
}
