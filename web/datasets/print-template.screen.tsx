import { printPage } from '@yikao/model/codes/mock.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { type PrintLook, type PrintPageKey, usualLooks } from '@yikao/model/rules/mock/print-templates.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import type { RowTab } from '../engine/dataset/screen-parts.ts';
import { TemplatePreview } from '../engine/print/TemplatePreview.tsx';

const { printTemplate } = registry;

/** The look that values of a form or a row stand for so far; what is not filled in is as the page usually has it. */
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
    ...{ brandColour: number('brandColour'), paper: number('paper') },
    perPage: Math.min(3, Math.max(1, number('perPage'))),
    ...{ showPhoto: number('showPhoto'), showBarcode: number('showBarcode'), parts },
  };
}

/** Print templates (domain H13, 10): the form shows the page as it is being changed, with data of nobody. */
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
