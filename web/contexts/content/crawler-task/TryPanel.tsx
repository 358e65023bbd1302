import { crawlerCalls, type Trial, type TriedPage } from '@yikao/model/contexts/content/crawler.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import type { FormValues } from '../../../engine/wire-row.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './TryPanel.module.css';

const { crawlerTask } = registry;

interface TryPanelProps {
  readonly values: FormValues<(typeof crawlerTask)['fields']>;
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Tries the values of a task's form on the first three items of its list, and says what was found (domain 10). */
export function TryPanel({ values }: TryPanelProps) {
  const { t } = useTranslation('crawler');
  const { busy, problem, setProblem, attempt } = useAttempt();
  const [trial, setTrial] = useState<Trial>();
  const run = async () => {
    const startUrl = text(values.startUrl);
    setTrial(undefined);
    if (startUrl === '') return setProblem(t('noUrl'));
    const { listSelector, titleSelector, contentSelector, dateSelector, nextPage, keywords } = values;
    const body = {
      ...{ startUrl, listSelector: text(listSelector), titleSelector: text(titleSelector) },
      ...{ contentSelector: text(contentSelector), dateSelector: text(dateSelector) },
      ...{ nextPage: text(nextPage), keywords: text(keywords) },
    };
    await attempt(async () => setTrial(await send(crawlerCalls.try, { body, toast: false })));
  };
  return (
    <Flex component="section" vertical gap={8} aria-label={t('try')}>
      <div className={styles.head}>
        <Button loading={busy} onClick={() => void run()}>
          {t('try')}
        </Button>
        <span className={styles.hint} role={busy ? 'status' : undefined}>
          {t(busy ? 'trying' : 'hint')}
        </span>
      </div>
      {problem !== undefined && <Alert type="error" showIcon title={problem} />}
      {trial && (
        <Dialog title={t('found')} width={640} okText={t('back')} onClose={() => setTrial(undefined)}>
          <Findings trial={trial} />
        </Dialog>
      )}
    </Flex>
  );
}

function Findings({ trial }: { readonly trial: Trial }) {
  const { t } = useTranslation('crawler');
  const language = useLanguage();
  const { kind, items, wanted, nextUrl, pages, problems } = trial;
  const labelOf = (name: string) => fieldOf(crawlerTask, name)?.label[language] ?? name;
  return (
    <div role="status">
      <p className={styles.sum}>
        {t(kind, { count: items })}
        {wanted < items && t('wanted', { count: wanted })}
        {kind === 'list' && items > 0 && (
          <span className={styles.hint}>{nextUrl ? t('next', { url: nextUrl }) : t('lastPage')}</span>
        )}
      </p>
      {problems.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={
            <ul className={styles.problems}>
              {problems.map(({ field, message }) => (
                <li key={`${field}${message}`}>
                  <b>{labelOf(field)}</b> {message}
                </li>
              ))}
            </ul>
          }
        />
      ) : (
        pages.some(page => page.problem === null) && <Alert type="success" showIcon title={t('fine')} />
      )}
      <ol className={styles.pages}>
        {pages.map(page => (
          <Page key={page.url} page={page} />
        ))}
      </ol>
    </div>
  );
}

function Page({ page }: { readonly page: TriedPage }) {
  const { t } = useTranslation('crawler');
  const { title, publishDate, textLength, picture, excerpt, problem } = page;
  return (
    <li>
      <a href={page.url} target="_blank" rel="noreferrer noopener">
        {title === '' ? t('noTitle') : title}
      </a>
      {problem !== null ? (
        <span className={styles.lost}>{problem}</span>
      ) : (
        <>
          <span className={styles.facts}>
            <span>{publishDate ?? t('noDate')}</span>
            <span className={textLength === 0 ? styles.lost : undefined}>
              {textLength === 0 && picture === null ? t('noText') : t('length', { count: textLength })}
            </span>
            <span title={picture ?? undefined}>
              {picture === null ? t('noPicture') : t('picture', { url: picture })}
            </span>
          </span>
          <span className={styles.excerpt}>{excerpt}</span>
        </>
      )}
    </li>
  );
}
