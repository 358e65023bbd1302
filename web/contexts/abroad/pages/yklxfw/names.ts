import type { AbroadPage } from '@yikao/model/contexts/abroad/abroad.calls.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';

/** The names of countries and directions of the page, in the language shown where there is one. */
export function useNamesOf(content: AbroadPage) {
  const language = useLanguage();
  const countryName = ({ countryName: zh, enName }: AbroadPage['countries'][number]) =>
    language === 'en' && enName ? enName : zh;
  return {
    countryName,
    countryOf: (countryId: number) => {
      const found = content.countries.find(country => country.countryId === countryId);
      return found ? countryName(found) : '';
    },
    directionOf: (directionId: number) =>
      content.directions.find(({ id }) => id === directionId)?.directionName ?? '',
    /** A school by its English name where English is shown; its other name beside it. */
    schoolNames: ({ schoolName, enName }: AbroadPage['schools'][number]): readonly [string, string | null] =>
      language === 'en' && enName ? [enName, schoolName] : [schoolName, enName],
  };
}
