import { useTranslation } from 'react-i18next';
import { type ClickType, hasKeys } from './click.ts';

/** How a key `{card type}-{status}` of a click type is called. */
export function useKeyName(clickType: ClickType): (key: string) => string {
  const { t } = useTranslation('stat');
  if (!hasKeys(clickType)) return key => key;
  const names: Readonly<Record<string, string>> = t(`keys.${clickType}`, { returnObjects: true });
  return key => names[key] ?? key;
}
