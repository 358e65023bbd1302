import type { AbroadPage } from '@yikao/model/contexts/abroad/abroad.calls.ts';
import { abroadDegree } from '@yikao/model/contexts/abroad/abroad.codes.ts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { type Choice, matching } from './matching.ts';
import { useNamesOf } from './names.ts';
import styles from './yklxfw.module.css';

interface FiltersProps {
  readonly content: AbroadPage;
  readonly choice: Choice;
  readonly onChoose: (next: Choice) => void;
}

/** The filters: rows of choices of which each has something to show. */
export function Filters({ content, choice, onChoose }: FiltersProps) {
  const { t } = useTranslation('abroad');
  const language = useLanguage();
  const { countryName } = useNamesOf(content);
  const offered = (key: 'countryId' | 'degree') => new Set<number>(content.items.map(item => item[key]));
  const countries = new Set([...offered('countryId'), ...content.schools.map(school => school.countryId)]);
  const degrees = offered('degree');
  return (
    <section className={styles.filters} aria-label={t('centre.filters')}>
      <Chips
        name={t('centre.country')}
        chosen={choice.countryId}
        options={content.countries
          .filter(({ countryId }) => countries.has(countryId))
          .map(country => ({ value: country.countryId, text: countryName(country) }))}
        onChoose={countryId => onChoose({ ...choice, countryId })}
      />
      <Chips
        name={t('centre.direction')}
        chosen={choice.directionId}
        options={directionsOf(content).map(({ id, directionName }) => ({ value: id, text: directionName }))}
        onChoose={directionId => onChoose({ ...choice, directionId })}
      />
      <Chips
        name={t('centre.degree')}
        chosen={choice.degree}
        options={abroadDegree.items
          .filter(({ code }) => degrees.has(code))
          .map(({ code, label }) => ({ value: code, text: label[language] }))}
        onChoose={degree => onChoose({ ...choice, degree })}
      />
    </section>
  );
}

/** The directions with something to show, each followed by those below it. */
function directionsOf(content: AbroadPage): AbroadPage['directions'] {
  const { directions } = content;
  const ordered = directions
    .filter(({ parentId }) => !directions.some(({ id }) => id === parentId))
    .flatMap(top => [top, ...directions.filter(({ parentId }) => parentId === top.id)]);
  return ordered.filter(({ id: directionId }) => {
    const { items, schools } = matching(content, { countryId: undefined, directionId, degree: undefined });
    return items.length + schools.length > 0;
  });
}

interface ChipsProps {
  readonly name: string;
  readonly chosen: number | undefined;
  readonly options: readonly { readonly value: number; readonly text: string }[];
  readonly onChoose: (value: number | undefined) => void;
}

function Chips({ name, chosen, options, onChoose }: ChipsProps) {
  const { t } = useTranslation('abroad');
  if (options.length === 0) return null;
  const all = [{ value: undefined, text: t('centre.all') }, ...options];
  return (
    <fieldset className={styles.chips}>
      <legend>{name}</legend>
      {all.map(({ value, text }) => (
        <button
          key={value ?? 0}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
