import { probBand } from '@yikao/model/contexts/admission/probability.codes.ts';
import type { ListProgramme } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { percentText } from '@yikao/model/rules/percent.ts';
import { useTranslation } from 'react-i18next';
import { ToneTag } from '../../../../../../fields/parts/CodeTag.tsx';
import { useLanguage } from '../../../../../../i18n/i18n.ts';

/** The band of a probability, with its percentage if the method was tested, or the reason for its absence. */
export function ChanceTag({ of }: { readonly of: Pick<ListProgramme, 'level' | 'probability' | 'reason'> }) {
  const { t } = useTranslation('voluntary');
  const language = useLanguage();
  const item = codeItem(probBand, of.level);
  if (!item) return <ToneTag tone="plain" text={t(`reason.${of.reason ?? 'noLine'}`)} />;
  // A score below the table gives an upper bound; the mark beside the tag says why.
  const bound = of.reason === 'pastTable' ? '≤ ' : '';
  const percent = of.probability === null ? '' : ` ${bound}${percentText(of.probability)}`;
  const text =
    of.reason && of.reason !== 'pastTable' ? t(`reason.${of.reason}`) : `${item.label[language]}${percent}`;
  return <ToneTag tone={item.tone ?? 'plain'} text={text} />;
}
