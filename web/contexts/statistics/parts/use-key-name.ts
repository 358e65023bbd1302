import { useTranslation } from 'react-i18next';
import { i18n } from '../../../i18n/i18n.ts';
import { type ClickType, hasKeys } from './click.ts';

/** The label of a key `{card type}-{status}` of a click type. */
export function useKeyName(clickType: ClickType): (key: string) => string {
  const { t } = useTranslation('stat');
  if (!hasKeys(clickType)) return key => key;
  return key => {
    const path = `keys.${clickType}.${key}`;
    // Keys come from the server: this one is among the texts, or is shown as it is.
    return i18n.exists(`stat:${path}`) ? t(path as 'keys.3.2-1') : key;
  };
}
