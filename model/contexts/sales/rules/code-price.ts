import { toFen } from '../../../rules/money.ts';

/**
 * Number of codes that an amount is the price of at `unitPrice` yuan each; undefined for an amount that is no multiple
 * of it, since codes are bought and given back whole (domain G4).
 */
export function codesFor(amount: string, unitPrice: string): number | undefined {
  const [sum, price] = [toFen(amount), toFen(unitPrice)];
  return price > 0 && sum % price === 0 ? sum / price : undefined;
}
