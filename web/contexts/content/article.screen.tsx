import { LinkOutlined } from '@ant-design/icons';
import { articleCalls } from '@yikao/model/contexts/content/article.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayChange } from '../../engine/access/may.ts';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import type { FormTarget } from '../../engine/form/use-form-controller.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import { PublishCell } from './article/PublishCell.tsx';
import { PublishNote } from './article/PublishNote.tsx';
import { Versions } from './article/Versions.tsx';

const { article } = registry;

const PasteLinkDialog = lazyDialog(() => import('./article/PasteLinkDialog.tsx'), 'PasteLinkDialog');
const PreviewDialog = lazyDialog(() => import('./article/PreviewDialog.tsx'), 'PreviewDialog');
const FormDialog = lazyDialog(() => import('../../engine/form/FormDialog.tsx'), 'FormDialog');

const overrides = { cells: { publishState: PublishCell } };

/** Articles (domain L1, 10): a pasted link fills the form; a preview for each site; versions in the details. */
export default function ArticlePage() {
  const { t } = useTranslation('article');
  const [pasting, setPasting] = useState(false);
  const [form, setForm] = useState<FormTarget>();
  const [previewed, setPreviewed] = useState<{ readonly articleId: number; readonly title: string }>();
  const actions = useMemo<RowAction<typeof article>[]>(
    () => [
      {
        key: 'preview',
        label: t('preview.action'),
        act: ({ articleId, title }) => setPreviewed({ articleId, title: title ?? String(articleId) }),
      },
    ],
    [t],
  );
  const tabs = useMemo<RowTab<typeof article>[]>(
    () => [{ key: 'versions', label: t('versions.tab'), render: row => <Versions row={row} /> }],
    [t],
  );
  return (
    <>
      <DatasetScreen
        dataset={article}
        overrides={overrides}
        rowActions={actions}
        drawerTabs={tabs}
        stepExtra={(step, { publishTime }) =>
          step.name === 'putUp' || step.name === 'submit' ? <PublishNote time={publishTime} /> : null
        }
        formExtra={({ publishTime }) => <PublishNote time={publishTime} />}
        extra={() => [
          {
            key: 'paste',
            may: mayChange(article) && articleCalls.parse.may,
            label: t('paste.button'),
            icon: <LinkOutlined aria-hidden />,
            act: () => setPasting(true),
          },
        ]}
      />
      {pasting && (
        <PasteLinkDialog
          onFill={given => {
            setPasting(false);
            setForm({ mode: 'add', given });
          }}
          onClose={() => setPasting(false)}
        />
      )}
      {form && (
        <FormDialog
          dataset={article}
          target={form}
          extra={({ publishTime }) => <PublishNote time={publishTime} />}
          onClose={() => setForm(undefined)}
        />
      )}
      {previewed && <PreviewDialog article={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  );
}
