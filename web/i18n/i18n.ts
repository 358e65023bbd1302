import type { Language } from '@yikao/model/kernel/label.ts';
import i18next, { type ResourceLanguage, type i18n as Texts } from 'i18next';
import { useSyncExternalStore } from 'react';
import { initReactI18next } from 'react-i18next';
import { loadCode } from '../loading/lazy-code.ts';
import type { SayAny } from './texts.ts';

/** Key of the browser's storage for the person's language. */
const storageKey = 'yikao.language';

/** The tag of each language, as `Accept-Language`, the page's `lang` and dayjs's locale files spell it. */
export const languageTags = { zh: 'zh-CN', en: 'en-US' } as const satisfies Record<Language, string>;

/** The person's choice, else the one of ours that the browser prefers. `first-paint.js` decides alike. */
function storedLanguage(): Language {
  const chosen = localStorage.getItem(storageKey);
  if (chosen !== null) return chosen === 'en' ? 'en' : 'zh';
  return navigator.languages
    .find(tag => /^(zh|en)\b/i.test(tag))
    ?.toLowerCase()
    .startsWith('en') === true
    ? 'en'
    : 'zh';
}

/** The texts of each language: only the current one is waited for, and `first-paint.js` has already requested it. */
const sources = {
  zh: async () => (await import('./zh-CN.ts')).chinese,
  en: async () => (await import('./en-US.ts')).english,
} satisfies Record<Language, () => Promise<ResourceLanguage>>;

/** Texts that are here or on their way. */
const coming = new Map<Language, Promise<ResourceLanguage>>();

function textsOf(language: Language): Promise<ResourceLanguage> {
  const known = coming.get(language);
  if (known) return known;
  const texts = loadCode<ResourceLanguage>(sources[language]);
  coming.set(language, texts);
  texts.catch(() => coming.delete(language)); // a later request tries again
  return texts;
}

/**
 * Texts of the browser. `t('login:submit')` reads key `submit` of the area `login`; the compiler checks keys in every
 * language. Chinese unless the person or the browser prefers English.
 */
export const i18n = i18next.createInstance() as unknown as Omit<Texts, 't'> & {
  // The package does not know the texts; its function takes these arguments, among others, and gives a text.
  readonly t: SayAny;
};

async function begin(): Promise<void> {
  const language = storedLanguage();
  const texts = await textsOf(language);
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false, // each language has every key, and no other one is here
    defaultNS: 'common',
    ns: Object.keys(texts),
    resources: { [language]: texts },
    interpolation: { escapeValue: false }, // React escapes; escaping twice would show &amp; to people
    react: { useSuspense: false },
    initAsync: false,
  });
  markDocument(language);
  i18n.on('languageChanged', markDocument);
}

/**
 * Settles when there are texts to draw with.
 *
 * @throws MissingCode when they could not be fetched.
 */
export const textsReady: Promise<void> = begin();

function markDocument(language: string) {
  document.documentElement.lang = language === 'en' ? languageTags.en : languageTags.zh;
}

/** The language shown now, or about to be shown while its texts are on their way, for code outside React. */
export function currentLanguage(): Language {
  if (!i18n.isInitialized) return storedLanguage();
  return i18n.language === 'en' ? 'en' : 'zh';
}

/** The language shown now; the component is drawn again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(followLanguage, currentLanguage, currentLanguage);
}

function followLanguage(changed: () => void): () => void {
  i18n.on('languageChanged', changed);
  return () => i18n.off('languageChanged', changed);
}

/** Brings the texts of `language` in, so that choosing it waits for nothing; never throws. */
export function preloadLanguage(language: Language): void {
  textsOf(language).catch(() => undefined);
}

/** The language requested last: if two are loading, it is the one to show. */
let wanted: Language | undefined;

/** Shows everything in `language` once its texts are loaded; until then, and if that fails, nothing changes. */
async function show(language: Language): Promise<void> {
  wanted = language;
  const texts = await textsOf(language);
  if (wanted !== language) return;
  for (const [area, keys] of Object.entries(texts)) i18n.addResourceBundle(language, area, keys);
  await i18n.changeLanguage(language);
}

/**
 * Shows everything in `language` from now on, and stores the choice in this browser.
 *
 * @throws MissingCode if its texts could not be loaded: nothing changes then.
 */
export async function setLanguage(language: Language): Promise<void> {
  await show(language);
  if (wanted === language) localStorage.setItem(storageKey, language);
}

/** Shows the language chosen in another browser tab here too; calls `failed` if its texts cannot be loaded. */
export function followOtherTabs(failed: () => void): void {
  window.addEventListener('storage', event => {
    if (event.key === storageKey) show(storedLanguage()).catch(failed);
  });
}
