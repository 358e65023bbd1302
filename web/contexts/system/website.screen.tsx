import { EyeOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { currentWebsite, siteKeys } from '@yikao/model/contexts/system/website.calls.ts';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { FieldRecord } from '../../fields/field-view.ts';
import { PreviewDialog, type Previewed } from './website/PreviewDialog.tsx';

/** The look of a row, saved or not, on the login page of its host. */
function previewOf(row: FieldRecord, draft: boolean): Previewed {
  const text = (name: string) => (typeof row[name] === 'string' && row[name] !== '' ? row[name] : null);
  const site = currentWebsite.safeParse({
    siteKey: siteKeys.find(key => key === row.siteKey) ?? siteKeys[0],
    title: text('title') ?? '',
    shortTitle: text('shortTitle'),
    logo: text('logo'),
    loginBg: text('loginBg'),
    footer: text('footer'),
    icpNo: text('icpNo'),
    policeNo: text('policeNo'),
    servicePhone: text('servicePhone'),
    qrCode: text('qrCode'),
  });
  return { host: text('host') ?? '', site: site.data, draft };
}

/** The sites, each with the login page that its host shows, before it is saved and after (domain A11, 10). */
export default function WebsitePage() {
  const { t } = useTranslation('partner');
  const [shown, setShown] = useState<Previewed | 'byHost'>();
  const actions = useMemo<RowAction<typeof registry.website>[]>(
    () => [{ key: 'preview', label: t('site.preview'), act: row => setShown(previewOf(row, false)) }],
    [t],
  );
  return (
    <>
      <DatasetScreen
        dataset={registry.website}
        rowActions={actions}
        extra={() => [
          {
            key: 'preview',
            label: t('site.previewHost'),
            icon: <EyeOutlined aria-hidden />,
            act: () => setShown('byHost'),
          },
        ]}
        formExtra={values => (
          <Button icon={<EyeOutlined aria-hidden />} onClick={() => setShown(previewOf(values, true))}>
            {t('site.preview')}
          </Button>
        )}
      />
      {shown && (
        <PreviewDialog
          {...(shown !== 'byHost' && { previewed: shown })}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}
