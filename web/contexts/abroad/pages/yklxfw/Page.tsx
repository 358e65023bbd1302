import { abroadCalls } from '@yikao/model/contexts/abroad/abroad.calls.ts';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../engine/api/send.ts';
import { LoadFailed } from '../../../../engine/boundary/LoadFailed.tsx';
import { useLanguageChoice } from '../../../../engine/language.ts';
import { useKept } from '../../../../engine/layout/use-kept.ts';
import { pageAddress, useGoTo, usePageQuery } from '../../../../engine/link/page-address.ts';
import { Mark } from '../../../system/site/Mark.tsx';
import { Filings } from '../../../system/site/SitePage.tsx';
import { useSite } from '../../../system/site/use-site.ts';
import { ConsultDialog } from './ConsultDialog.tsx';
import { DetailDialog, type Shown } from './DetailDialog.tsx';
import { Filters } from './Filters.tsx';
import { ItemCards } from './ItemCards.tsx';
import { type Choice, matching } from './matching.ts';
import { SchoolCards } from './SchoolCards.tsx';
import styles from './yklxfw.module.css';

/** The filters of the address. */
function useChoice(): [Choice, (next: Choice) => void] {
  const query = usePageQuery('/yklxfw');
  const goTo = useGoTo();
  const of = (key: keyof Choice) => Number(query.get(key) ?? '') || undefined;
  const choice = { countryId: of('countryId'), directionId: of('directionId'), degree: of('degree') };
  return [choice, next => goTo(pageAddress('/yklxfw', { ...next }))];
}

/** The public centre of study abroad (domain section 5): what is on offer, and a consultation about it. */
export default function AbroadCentrePage() {
  const { t } = useTranslation('abroad');
  const site = useSite();
  const [choice, choose] = useChoice();
  const [shown, show] = useState<Shown>();
  /** The programme that is asked about; 0 for no particular one. */
  const [consulting, consult] = useState<number>();
  const page = useKept({
    queryKey: ['abroadPage'],
    queryFn: ({ signal }) => send(abroadCalls.page, { query: { page: 'yklxfw' }, signal, toast: false }),
    staleTime: () => 60_000,
  });
  const content = page.data;
  const found = content && matching(content, choice);
  return (
    <div className={styles.page}>
      <Header onConsult={() => consult(0)} />
      <main className={styles.main}>
        {!content || !found ? (
          page.error ? (
            <LoadFailed of={page} />
          ) : (
            <Skeleton active paragraph={{ rows: 12 }} />
          )
        ) : (
          <>
            <Filters content={content} choice={choice} onChoose={choose} />
            <section aria-labelledby="abroad-items">
              <h2 id="abroad-items">{t('centre.items')}</h2>
              <ItemCards
                content={content}
                items={found.items}
                onShow={item => show({ item })}
                onConsult={({ id }) => consult(id)}
              />
            </section>
            <section aria-labelledby="abroad-schools">
              <h2 id="abroad-schools">{t('centre.schools')}</h2>
              <SchoolCards content={content} schools={found.schools} onShow={school => show({ school })} />
            </section>
          </>
        )}
      </main>
      <footer className={styles.footer}>{site && <Filings site={site} />}</footer>
      <div className={styles.bar}>
        <Button type="primary" size="large" block onClick={() => consult(0)}>
          {t('centre.consult')}
        </Button>
      </div>
      {content && shown && (
        <DetailDialog
          content={content}
          shown={shown}
          onClose={() => show(undefined)}
          onConsult={itemId => {
            show(undefined);
            consult(itemId);
          }}
        />
      )}
      {consulting !== undefined && (
        <ConsultDialog
          items={content?.items ?? []}
          itemId={consulting || undefined}
          onClose={() => consult(undefined)}
        />
      )}
    </div>
  );
}

function Header({ onConsult }: { readonly onConsult: () => void }) {
  const { t } = useTranslation(['abroad', 'login', 'shell']);
  const { language, choosing, choose, prepare } = useLanguageChoice();
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <Mark className={styles.mark ?? ''} />
        <span className={styles.brand}>{t('shell:standalone.yklxfw')}</span>
        <button
          className={styles.language}
          type="button"
          lang={language === 'zh' ? 'en' : 'zh-CN'}
          aria-busy={choosing}
          onClick={choose}
          onPointerEnter={prepare}
          onFocus={prepare}
        >
          {t('login:language')}
        </button>
      </div>
      <div className={styles.hero}>
        <h1>{t('centre.title')}</h1>
        <p>{t('centre.text')}</p>
        <Button type="primary" size="large" onClick={onConsult}>
          {t('centre.consult')}
        </Button>
        <ol className={styles.stages} aria-label={t('stages')}>
          {(['consult', 'sign', 'prepare', 'submit', 'admit'] as const).map(key => (
            <li key={key}>{t(`centre.way.${key}`)}</li>
          ))}
        </ol>
      </div>
    </header>
  );
}
