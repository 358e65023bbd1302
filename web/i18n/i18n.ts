import type { Language } from '@yikao/model/kernel/label.ts';
import i18next, { type i18n as Texts } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { english } from './en-US.ts';
import { chinese } from './zh-CN.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof chinese;
  }
}

/** Key of the browser's storage under which the person's language is kept. */
const storageKey = 'yikao.language';

/** The tag of each language, as `Accept-Language`, the page's `lang` and dayjs's locale files spell it. */
export const languageTags = { zh: 'zh-CN', en: 'en-US' } as const satisfies Record<Language, string>;

function storedLanguage(): Language {
  return localStorage.getItem(storageKey) === 'en' ? 'en' : 'zh';
}

/**
 * Texts of the browser. `t('login:submit')` reads key `submit` of the area `login`; keys are checked by
 * the compiler. Chinese unless the person chose English (architecture section 5).
 */
export const i18n: Texts = i18next.createInstance();

// Resources are in the bundle, so this settles at once and no screen waits for it.
void i18n.use(initReactI18next).init({
  lng: storedLanguage(),
  fallbackLng: 'zh',
  defaultNS: 'common',
  ns: Object.keys(chinese),
  resources: { zh: chinese, en: english },
  interpolation: { escapeValue: false }, // React escapes; escaping twice would show &amp; to people
  react: { useSuspense: false },
  initAsync: false,
});

function markDocument(language: string) {
  document.documentElement.lang = language === 'en' ? languageTags.en : languageTags.zh;
}
markDocument(i18n.language);
i18n.on('languageChanged', markDocument);

// A choice made in one browser tab holds in the others.
window.addEventListener('storage', event => {
  if (event.key === storageKey) void i18n.changeLanguage(storedLanguage());
});

/** The language shown now, for code outside React. */
export function currentLanguage(): Language {
  return i18n.language === 'en' ? 'en' : 'zh';
}

/** The language shown now; the component is drawn again when it changes. */
export function useLanguage(): Language {
  const { i18n: instance } = useTranslation();
  return instance.language === 'en' ? 'en' : 'zh';
}

/** Shows everything in `language` from now on, and remembers it in this browser. */
export function setLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  void i18n.changeLanguage(language);
}
