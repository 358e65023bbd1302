import { useQuery } from '@tanstack/react-query';
import {
  type ArticleVersion,
  articleCalls,
  versionedFields,
} from '@yikao/model/contexts/content/article.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { Alert, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayChange } from '../../../engine/access/may.ts';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { useQuestions } from '../../../engine/boundary/questions.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { showsPart, TextChange } from '../../../engine/history/FieldChange.tsx';
import { can } from '../../../engine/session/session.ts';
import type { WireRow } from '../../../engine/wire-row.ts';
import { viewOf } from '../../../fields/index.ts';
import { isBlank } from '../../../fields/parts/values.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './VersionDialog.module.css';

const { article } = registry;

/** Code of an approved article. */
const approved = 2;

interface VersionDialogProps {
  readonly row: WireRow<typeof article.fields>;
  readonly of: ArticleVersion;
  readonly onClose: () => void;
}

/** A version of an article with its differences from the current text, and the button that restores it. */
export function VersionDialog({ row, of, onClose }: VersionDialogProps) {
  const { t } = useTranslation('article');
  const language = useLanguage();
  const modal = useQuestions();
  const [problem, setProblem] = useState<string>();
  const { articleId } = row;
  const read = useQuery({
    queryKey: ['row', article.name, articleId, 'version', of.version],
    queryFn: ({ signal }) =>
      send(articleCalls.version, { query: { articleId, version: of.version }, signal }),
  });
  const text = read.data?.text;
  const changed = text ? versionedFields.filter(name => (text[name] ?? '') !== (row[name] ?? '')) : [];
  const allowed = can(articleCalls.restore.may) && mayChange(article);
  const renew = () => refreshRows(article);
  const restore = () =>
    modal.confirm({
      title: t('versions.restoreAsk', { version: of.version }),
      content:
        row.auditStatus === approved && !can('base:article:publish') ? t('versions.restoreAudit') : undefined,
      async onOk() {
        try {
          await send(articleCalls.restore, {
            body: { articleId, version: Number(row.version), to: of.version },
            toast: false,
          });
          notice.success(t('versions.restored', { version: of.version }));
          await renew();
          onClose();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const stale = error.reason === 'staleVersion';
          if (stale) await renew();
          setProblem(stale ? t('versions.stale') : error.sentence);
        }
      },
    });
  return (
    <Dialog
      title={t('versions.title', { version: of.version, time: of.time.slice(0, 16) })}
      width={860}
      okText={t('versions.restore')}
      okButtonProps={{ disabled: !allowed || changed.length === 0 }}
      mask={{ closable: true }}
      onOk={restore}
      onClose={onClose}
    >
      {problem !== undefined && <Alert type="error" showIcon title={problem} />}
      {text ? (
        <div className={styles.version}>
          <h2>{t('versions.changes')}</h2>
          {changed.length === 0 ? (
            <p>{t('versions.same')}</p>
          ) : (
            <dl>
              {changed.map(name => {
                const field = article.fields[name];
                const { Cell } = viewOf(field);
                return (
                  <div key={name}>
                    <dt>{field.label[language]}</dt>
                    <dd>
                      {showsPart(field, text[name], row[name]) ? (
                        <TextChange field={field} old={text[name]} now={row[name]} />
                      ) : (
                        <>
                          <del>
                            {isBlank(text[name]) ? (
                              '–'
                            ) : (
                              <Cell field={field} name={name} value={text[name]} record={text} />
                            )}
                          </del>
                          {' → '}
                          <ins>
                            {isBlank(row[name]) ? (
                              '–'
                            ) : (
                              <Cell field={field} name={name} value={row[name]} record={row} />
                            )}
                          </ins>
                        </>
                      )}
                    </dd>
                  </div>
                );
              })}
            </dl>
          )}
          <h2>{t('versions.text')}</h2>
          <VersionText html={text.content} />
        </div>
      ) : (
        <Skeleton active />
      )}
    </Dialog>
  );
}

function VersionText({ html }: { readonly html: string | null }) {
  const field = article.fields.content;
  const { Detail } = viewOf(field);
  if (!Detail) return null;
  return (
    <div className={styles.text}>
      <Detail field={field} name="content" value={html} record={{}} />
    </div>
  );
}
