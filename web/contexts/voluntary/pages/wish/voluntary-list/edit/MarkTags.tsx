import type { ListProgramme } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { uncheckedTexts } from '@yikao/model/rules/probability.ts';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { ToneTag } from '../../../../../../fields/parts/CodeTag.tsx';
import { useLanguage } from '../../../../../../i18n/i18n.ts';

/**
 * Reservations about a chance: a rank that is only known to lie behind the score table, the score used for want of a
 * rank, an unconfirmed formula, ranks that could not be scaled, minima that were not checked.
 */
export function MarkTags({
  of,
}: {
  readonly of: Pick<ListProgramme, 'provisional' | 'unscaled' | 'unchecked' | 'reason' | 'fellBack'>;
}) {
  const { t } = useTranslation('voluntary');
  const language = useLanguage();
  return (
    <>
      {of.reason === 'pastTable' && (
        <Tooltip title={t('pastTableText')}>
          <span>
            <ToneTag tone="look" text={t('reason.pastTable')} />
          </span>
        </Tooltip>
      )}
      {of.fellBack && <ToneTag tone="look" text={t(`fellBack.${of.fellBack}`)} />}
      {of.provisional && <ToneTag tone="look" text={t('provisional')} />}
      {of.unscaled && (
        <Tooltip title={t('unscaledText')}>
          <span>
            <ToneTag tone="look" text={t('unscaled')} />
          </span>
        </Tooltip>
      )}
      {of.unchecked.map(gate => (
        <ToneTag key={gate} tone="look" text={uncheckedTexts[gate][language]} />
      ))}
    </>
  );
}
