import type { Language } from '@yikao/model/kernel/label.ts';
import { useState } from 'react';
import { i18n, preloadLanguage, setLanguage, useLanguage } from '../i18n/i18n.ts';
import { notice } from './api/notice.ts';
import { findWhyMissing } from './api/version.ts';

/** The switch to the other language, for any component that offers it. */
export interface LanguageChoice {
  /** The language shown now. */
  readonly language: Language;
  /** The texts of the other one are on their way. */
  readonly choosing: boolean;
  readonly choose: () => void;
  /** Preloads the texts, for when the person is about to switch. */
  readonly prepare: () => void;
}

/** Shows, in the current language, that the texts of another one could not be loaded. */
export function tellLanguageFailed(): void {
  notice.error(i18n.t('messages:languageFailed'));
  void findWhyMissing();
}

/** Switches between the two languages; `onFailed` informs the person if the texts could not be loaded. */
export function useLanguageChoice(onFailed: () => void = tellLanguageFailed): LanguageChoice {
  const language = useLanguage();
  const [choosing, setChoosing] = useState(false);
  const other = language === 'zh' ? 'en' : 'zh';
  return {
    language,
    choosing,
    choose: () => {
      setChoosing(true);
      setLanguage(other)
        .catch(onFailed)
        .finally(() => setChoosing(false));
    },
    prepare: () => preloadLanguage(other),
  };
}
