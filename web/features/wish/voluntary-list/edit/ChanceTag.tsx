import type { ListProgramme } from '@yikao/model/calls/voluntary.ts';
import { probBand } from '@yikao/model/codes/probability.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { useTranslation } from 'react-i18next';
import { ToneTag } from '../../../../fields/parts/CodeTag.tsx';
import { useLanguage } from '../../../../i18n/i18n.ts';

/** The band of a chance, with its percentage where the method was tried; why there is none otherwise. */
export function ChanceTag({ of }: { readonly of: Pick<ListProgramme, 'level' | 'probability' | 'reason'> }) {
  const { t } = useTranslation('voluntary');
  const language = useLanguage();
  const item = codeItem(probBand, of.level);
  if (!item) return <ToneTag tone="plain" text={t(`reason.${of.reason ?? 'noLine'}`)} />;
  const percent = of.probability === null ? '' : ` ${(of.probability * 100).toFixed(2)}%`;
  const text = of.reason === 'belowLine' ? t('reason.belowLine') : `${item.label[language]}${percent}`;
  return <ToneTag tone={item.tone ?? 'plain'} text={text} />;
}
