/**
 * The part of react-i18next that the product uses, typed by its texts: `t` takes the keys of its areas alone, and with
 * each text a value for every parameter and no other. The types of the package itself let further values pass.
 */
declare module 'react-i18next' {
  type Area = import('./texts.ts').Area;

  /** The texts of one area, or of several, of which the first goes without its name. The component follows the language. */
  export function useTranslation<const A extends Area | readonly Area[] = 'common'>(
    areas?: A,
  ): { readonly t: import('./texts.ts').Say<A extends readonly Area[] ? A : A extends Area ? [A] : never> };

  /** Makes i18next tell React when the language changes. */
  export const initReactI18next: import('i18next').ThirdPartyModule;
}
