import type { AbroadPage } from '@yikao/model/contexts/abroad/abroad.calls.ts';
import { Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PageSchool } from './matching.ts';
import { useNamesOf } from './names.ts';
import { Picture } from './Picture.tsx';
import styles from './yklxfw.module.css';

interface SchoolCardsProps {
  readonly content: AbroadPage;
  readonly schools: readonly PageSchool[];
  readonly onShow: (school: PageSchool) => void;
}

/** The schools as cards: where they are, and how they rank. */
export function SchoolCards({ content, schools, onShow }: SchoolCardsProps) {
  const { t } = useTranslation('abroad');
  const { countryOf, schoolNames } = useNamesOf(content);
  if (schools.length === 0) return <Empty description={t('centre.none')} />;
  return (
    <ul className={styles.cards} data-of="schools">
      {schools.map(school => {
        const [name, other] = schoolNames(school);
        return (
          <li key={school.id} className={styles.card}>
            <Picture path={school.logo} name={name} kind="logo" />
            <div className={styles.body}>
              <h3>
                <button type="button" onClick={() => onShow(school)}>
                  {name}
                </button>
              </h3>
              {other && <p className={styles.other}>{other}</p>}
              <p className={styles.facts}>
                <span>{[countryOf(school.countryId), school.cityName].filter(Boolean).join(' · ')}</span>
                {school.qsRank !== null && <span>{t('centre.rank', { rank: school.qsRank })}</span>}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
