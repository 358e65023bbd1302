import type { AbroadPage } from '@yikao/model/contexts/abroad/abroad.calls.ts';
import { abroadDegree } from '@yikao/model/contexts/abroad/abroad.codes.ts';
import { Button, Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import { CodeTag } from '../../../../fields/parts/CodeTag.tsx';
import { Amount } from '../../../payment/Amount.tsx';
import type { PageItem } from './matching.ts';
import { useNamesOf } from './names.ts';
import { Picture } from './Picture.tsx';
import styles from './yklxfw.module.css';

interface ItemCardsProps {
  readonly content: AbroadPage;
  readonly items: readonly PageItem[];
  readonly onShow: (item: PageItem) => void;
  readonly onConsult: (item: PageItem) => void;
}

/** The programmes as cards: where to, what for, and what the service costs. */
export function ItemCards({ content, items, onShow, onConsult }: ItemCardsProps) {
  const { t } = useTranslation('abroad');
  const { countryOf, directionOf } = useNamesOf(content);
  if (items.length === 0) return <Empty description={t('centre.none')} />;
  return (
    <ul className={styles.cards}>
      {items.map(item => (
        <li key={item.id} className={styles.card}>
          <Picture path={item.cover} name={countryOf(item.countryId) || item.itemName} kind="cover" />
          <div className={styles.body}>
            <h3>
              <button type="button" onClick={() => onShow(item)}>
                {item.itemName}
              </button>
            </h3>
            <p className={styles.facts}>
              <CodeTag of={abroadDegree} value={item.degree} />
              <span>{countryOf(item.countryId)}</span>
              <span>{directionOf(item.directionId)}</span>
              {item.duration && <span>{item.duration}</span>}
            </p>
            <div className={styles.price}>
              <span>
                <small>{t('centre.fee')}</small> <Amount value={item.price} />
              </span>
              <Button size="small" onClick={() => onConsult(item)}>
                {t('centre.ask')}
              </Button>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
