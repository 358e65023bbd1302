import { useQuery } from '@tanstack/react-query';
import { signOnCalls } from '@yikao/model/contexts/people/sign-on.calls.ts';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { callAddress, send } from '../../engine/api/send.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { backPath } from '../back-path.ts';
import styles from './LoginForm.module.css';

interface SignOnButtonsProps {
  readonly rememberMe: boolean;
  /** The page must not be left: the provider opens in a new browser tab. */
  readonly newTab: boolean;
}

/** A button for each identity provider; nothing if none is configured. */
export function SignOnButtons({ rememberMe, newTab }: SignOnButtonsProps) {
  const { t } = useTranslation(['login', 'trouble']);
  const language = useLanguage();
  const { search } = useLocation();
  const { data: providers = [] } = useQuery({
    queryKey: ['signOnProviders'],
    queryFn: ({ signal }) => send(signOnCalls.providers, { signal, toast: false, anonymous: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (providers.length === 0) return null;
  const query = { back: backPath(search), remember: rememberMe ? '1' : '0' } as const;
  return (
    <div className={styles.signOn}>
      <p className={styles.or}>{t('or')}</p>
      {providers.map(({ key, label }) => (
        <a
          key={key}
          href={callAddress(signOnCalls.start, { params: { provider: key }, query })}
          {...(newTab && { target: '_blank', rel: 'noopener' })}
        >
          {t('signOn', { name: label[language] })}
        </a>
      ))}
      {newTab && <p className={styles.explain}>{t('trouble:session.newTab')}</p>}
    </div>
  );
}
