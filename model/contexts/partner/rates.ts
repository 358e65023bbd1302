import { type Label, label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import type { ScopeKind } from '../../kernel/scope.ts';

/**
 * A share of an order's amount, 0 to 1 with four decimals (domain 4.10: 0.2500 is a quarter). A partner's share is
 * hidden from its agencies.
 */
export function commissionRate(name?: Label, hiddenFrom: readonly ScopeKind[] = []) {
  return field.decimal({
    ...(name && { label: name }),
    scale: 4,
    min: 0,
    max: 1,
    share: true,
    default: '0.0000',
    hiddenFrom,
    help: label('0 到 1 之间，如 0.25 表示 25%', 'Between 0 and 1: 0.25 is 25%'),
  });
}
