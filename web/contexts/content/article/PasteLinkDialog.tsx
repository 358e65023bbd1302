import { articleCalls, type ParsedPage } from '@yikao/model/contexts/content/article.calls.ts';
import { pictureFault } from '@yikao/model/contexts/content/content.codes.ts';
import { Alert, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { CodeTag } from '../../../fields/parts/CodeTag.tsx';
import styles from './PasteLinkDialog.module.css';

interface PasteLinkDialogProps {
  /** Called with the values of a new article. */
  readonly onFill: (values: FieldRecord) => void;
  readonly onClose: () => void;
}

/** A link as the server takes it; checked here so that a wrong one is named at once. */
const officialLink = /^https?:\/\/mp\.weixin\.qq\.com\/s/i;

/** The fields of an article that a page fills in. */
function valuesOf({ pictures: _, known: __, ...fields }: ParsedPage): FieldRecord {
  return fields;
}

/** Reads the page of an official account by its link, shows what was found, and fills the form of a new article (domain 10). */
export function PasteLinkDialog({ onFill, onClose }: PasteLinkDialogProps) {
  const { t } = useTranslation('article');
  const id = useId();
  const [url, setUrl] = useState('');
  const { busy, problem, setProblem, attempt } = useAttempt();
  const [page, setPage] = useState<ParsedPage>();
  const read = async () => {
    if (!officialLink.test(url.trim())) return setProblem(t('paste.wrong'));
    await attempt(async () => {
      setPage(await send(articleCalls.parse, { query: { url: url.trim() }, toast: false }));
    });
  };
  return (
    <Dialog
      title={t('paste.title')}
      width={640}
      okText={t(page ? 'paste.fill' : 'paste.read')}
      busy={busy}
      onOk={() => (page ? onFill(valuesOf(page)) : void read())}
      onClose={onClose}
    >
      {page ? (
        <FoundPage
          page={page}
          onAgain={() => {
            setPage(undefined);
            setUrl('');
          }}
        />
      ) : (
        <div className={styles.asked}>
          <label htmlFor={id}>{t('paste.link')}</label>
          <Input
            id={id}
            value={url}
            disabled={busy}
            autoFocus
            inputMode="url"
            placeholder="https://mp.weixin.qq.com/s/…"
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => {
              setUrl(target.value);
              setProblem(undefined);
            }}
            onPressEnter={() => void read()}
          />
          <p id={`${id}-hint`} className={styles.hint} role={busy ? 'status' : undefined}>
            {t(busy ? 'paste.reading' : 'paste.hint')}
          </p>
          {problem !== undefined && <Alert type="error" showIcon title={problem} />}
        </div>
      )}
    </Dialog>
  );
}

function FoundPage({ page, onAgain }: { readonly page: ParsedPage; readonly onAgain: () => void }) {
  const { t } = useTranslation('article');
  const { taken, faults } = page.pictures;
  return (
    <div className={styles.found}>
      <strong>{page.title}</strong>
      <dl>
        <dt>{t('paste.from')}</dt>
        <dd>{[page.sourceName, page.author].filter(Boolean).join(' · ') || t('paste.none')}</dd>
        <dt>{t('paste.time')}</dt>
        <dd>{page.publishTime?.slice(0, 16) ?? t('paste.none')}</dd>
      </dl>
      {page.summary && <p className={styles.hint}>{page.summary}</p>}
      <p role="status">{t('paste.pictures', { taken })}</p>
      {page.known && (
        <Alert
          type="warning"
          showIcon
          title={t('paste.known', { title: page.known.title, id: page.known.articleId })}
        />
      )}
      {faults.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('paste.lost', { count: faults.length })}
          description={
            <ul className={styles.faults}>
              {faults.map(({ url, fault }) => (
                <li key={url}>
                  <CodeTag of={pictureFault} value={fault} /> <span>{url}</span>
                </li>
              ))}
            </ul>
          }
        />
      )}
      <Button type="link" onClick={onAgain}>
        {t('paste.again')}
      </Button>
    </div>
  );
}
