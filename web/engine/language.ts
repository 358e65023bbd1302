import type { Language } from '@yikao/model/kernel/label.ts';
import { useState } from 'react';
import { i18n, preloadLanguage, setLanguage, useLanguage } from '../i18n/i18n.ts';
import { notice } from './api/notice.ts';
import { findWhyMissing } from './api/version.ts';

/** The choice of the other language, for whatever offers it. */
export interface LanguageChoice {
  /** The language shown now. */
  readonly language: Language;
  /** The texts of the other one are on their way. */
  readonly choosing: boolean;
  readonly choose: () => void;
  /** Brings them in before: for when somebody is about to choose. */
  readonly prepare: () => void;
}

/** Tells that the texts of a language could not be fetched, in the one that is shown. */
export function tellLanguageFailed(): void {
  notice.error(i18n.t('messages:languageFailed'));
  void findWhyMissing();
}

/** Changes between the two languages; `onFailed` tells the person when the other one's texts could not be fetched. */
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
