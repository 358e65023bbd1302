import { clickTypes, statusKeys } from '@yikao/model/contexts/statistics/statistics.calls.ts';

/** The figures that channels are compared by (spec section 2: 1 user add, 2 user active, 3 online, 4 code). */
export type ClickType = (typeof clickTypes)[keyof typeof clickTypes];

/** Click types with the keys `{card type}-{status}` of spec section 4. */
export type KeyedClick = keyof typeof statusKeys;

/** Reports whether a click type has such keys. */
export function hasKeys(clickType: ClickType): clickType is KeyedClick {
  return clickType === clickTypes.online || clickType === clickTypes.code;
}

/** The keys of a click type; empty for users. */
export function keysOf(clickType: ClickType): readonly string[] {
  return hasKeys(clickType) ? statusKeys[clickType] : [];
}

/** The card type and status of a key, as call parameters; empty without a key. */
export function askedBy(key: string | undefined): { cardType?: number; status?: number } {
  const [cardType, status] = (key ?? '').split('-').map(Number);
  return cardType && status ? { cardType, status } : {};
}
