import { registry } from '@yikao/model/contexts/datasets.ts';
import { printPage } from '@yikao/model/contexts/mock/mock.codes.ts';
import {
  type PrintLook,
  type PrintPageKey,
  usualLooks,
} from '@yikao/model/contexts/mock/rules/print-templates.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import { TemplatePreview } from './print/TemplatePreview.tsx';

const { printTemplate } = registry;

/** The current appearance for the values of a form or row; unset values have the page's defaults. */
function lookOf(values: Readonly<Record<string, unknown>>): PrintLook | undefined {
  const item = codeItem(printPage, values.templateKey);
  if (!item) return undefined;
  const usual = usualLooks[item.code as PrintPageKey]; // a code of the very set that names the pages
  const text = (name: string) =>
    typeof values[name] === 'string' && values[name] !== '' ? values[name] : null;
  const number = (name: 'brandColour' | 'paper' | 'perPage' | 'showPhoto' | 'showBarcode') => {
    const value = Number(values[name]);
    return values[name] != null && values[name] !== '' && Number.isInteger(value) ? value : usual[name];
  };
  const parts = Array.isArray(values.parts)
    ? values.parts.map(Number)
    : String(values.parts ?? '')
        .split(',')
        .filter(Boolean)
        .map(Number);
  return {
    templateKey: usual.templateKey,
    templateName: text('templateName') ?? usual.templateName,
    ...{ brandName: text('brandName'), logo: text('logo'), sealImg: text('sealImg'), notice: text('notice') },
    scoreUrl: text('scoreUrl'),
    ...{ brandColour: number('brandColour'), paper: number('paper') },
    perPage: Math.min(3, Math.max(1, number('perPage'))),
    ...{ showPhoto: number('showPhoto'), showBarcode: number('showBarcode'), parts },
  };
}

/** Print templates (domain H13, 10): the form previews the page with fictitious data. */
export default function PrintTemplatePage() {
  const { t } = useTranslation('mock');
  const preview = (values: Readonly<Record<string, unknown>>) => {
    const look = lookOf(values);
    return look && <TemplatePreview look={look} title={t('preview')} />;
  };
  const tabs = useMemo<RowTab<typeof printTemplate>[]>(
    () => [
      {
        key: 'preview',
        label: t('preview'),
        render: row => {
          const look = lookOf(row);
          return look && <TemplatePreview look={look} title={t('preview')} />;
        },
      },
    ],
    [t],
  );
  return <DatasetScreen dataset={printTemplate} drawerTabs={tabs} formExtra={preview} />;
}
