import type { AbroadPage } from '@yikao/model/contexts/abroad/abroad.calls.ts';
import { abroadDegree } from '@yikao/model/contexts/abroad/abroad.codes.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackCloses } from '../../../../engine/boundary/BackCloses.tsx';
import { RichText } from '../../../../fields/rich-text/RichText.tsx';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { Amount } from '../../../payment/Amount.tsx';
import type { PageItem, PageSchool } from './matching.ts';
import { useNamesOf } from './names.ts';
import styles from './yklxfw.module.css';

/** A programme or a school that a visitor looks at. */
export type Shown = { readonly item: PageItem } | { readonly school: PageSchool };

interface DetailDialogProps {
  readonly content: AbroadPage;
  readonly shown: Shown;
  readonly onClose: () => void;
  /** Asks about a programme; 0 for none in particular. */
  readonly onConsult: (itemId: number) => void;
}

type Fact = readonly [name: string, value: ReactNode];

/** All that the page says of a programme or a school, with the way to ask about it. */
export function DetailDialog({ content, shown, onClose, onConsult }: DetailDialogProps) {
  const { t } = useTranslation('abroad');
  const facts = useFacts(content, shown);
  const { schoolNames } = useNamesOf(content);
  const title = 'item' in shown ? shown.item.itemName : schoolNames(shown.school)[0];
  const { intro } = 'item' in shown ? shown.item : shown.school;
  return (
    <Modal
      open
      title={title}
      width={640}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={() => onConsult('item' in shown ? shown.item.id : 0)}>
          {t('centre.consult')}
        </Button>
      }
    >
      <BackCloses onBack={onClose} />
      <dl className={styles.details}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {intro && <RichText html={intro} />}
    </Modal>
  );
}

function useFacts(content: AbroadPage, shown: Shown): readonly Fact[] {
  const { t } = useTranslation('abroad');
  const language = useLanguage();
  const { countryOf, directionOf, schoolNames } = useNamesOf(content);
  const filled = (facts: readonly Fact[]) => facts.filter(([, value]) => value !== null && value !== '');
  if ('item' in shown) {
    const { item } = shown;
    const school = content.schools.find(({ id }) => id === item.schoolId);
    return filled([
      [t('centre.country'), countryOf(item.countryId)],
      [t('centre.school'), school ? schoolNames(school)[0] : null],
      [t('centre.direction'), directionOf(item.directionId)],
      [t('centre.degree'), codeItem(abroadDegree, item.degree)?.label[language] ?? null],
      [t('centre.duration'), item.duration],
      [t('centre.fee'), <Amount key="fee" value={item.price} />],
      [t('centre.requirement'), item.requirement],
    ]);
  }
  const { school } = shown;
  return filled([
    [t('centre.country'), [countryOf(school.countryId), school.cityName].filter(Boolean).join(' · ')],
    [t('centre.otherName'), schoolNames(school)[1]],
    [t('centre.qs'), school.qsRank],
    [t('centre.direction'), school.directionIds.map(directionOf).filter(Boolean).join('、')],
    [t('centre.tuition'), school.tuition],
    [t('centre.language'), school.language],
    [
      t('centre.website'),
      school.siteUrl && /^https?:\/\//.test(school.siteUrl) ? (
        <a key="site" href={school.siteUrl} target="_blank" rel="noreferrer">
          {school.siteUrl}
        </a>
      ) : null,
    ],
  ]);
}
