import type { registry } from '@yikao/model/contexts/datasets.ts';
import { Tooltip } from 'antd';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../engine/grouped.ts';
import type { WireRow } from '../../../engine/wire-row.ts';
import type { CellProps } from '../../../fields/field-view.ts';
import styles from './RuleBar.module.css';
import { percentMade, type RuleNumbers, restOf, sharesOf } from './rule-shares.ts';

/** A rule as the list has it. */
export type Rule = WireRow<(typeof registry.cardCodeRule)['fields']>;

/** Newer rows of the rules whose codes are being made, by id. */
export const LiveRules = createContext<ReadonlyMap<number, Rule>>(new Map());

/** State of a rule whose codes are being made (domain G2). */
export const generating = 1;

/** The numbers of a rule's codes. */
export function numbersOf(rule: Rule): RuleNumbers {
  return {
    quantity: rule.quantity ?? 0,
    generated: rule.generatedNum ?? 0,
    issued: rule.issuedNum ?? 0,
    activated: rule.activatedNum ?? 0,
  };
}

/** The activated, issued and other codes of a rule as one bar, under the number of the activated ones. */
export function RuleBar({ record }: Pick<CellProps, 'record'>) {
  const { t } = useTranslation('codes');
  const live = useContext(LiveRules);
  // The cell is only given rows of its dataset.
  const row = record as Rule;
  // A reading from meanwhile is older than a row whose codes are complete.
  const rule = (row.ruleStatus === generating ? live.get(row.ruleId) : undefined) ?? row;
  const numbers = numbersOf(rule);
  const { quantity, generated, issued, activated } = numbers;
  const making = rule.ruleStatus === generating;
  const shares = sharesOf(numbers);
  const told = making
    ? t('bar.makingText', { generated: grouped(generated), quantity: grouped(quantity) })
    : quantity === 0
      ? t('bar.onDemand', {
          generated: grouped(generated),
          activated: grouped(activated),
          issued: grouped(issued),
        })
      : t('bar.text', {
          quantity: grouped(quantity),
          activated: grouped(activated),
          issued: grouped(issued),
          rest: grouped(restOf(numbers)),
        });
  return (
    <Tooltip title={told} mouseEnterDelay={0.3}>
      <span className={styles.cell} role="img" aria-label={told}>
        <span className={styles.number}>
          {making ? t('bar.making', { percent: percentMade(numbers) }) : grouped(activated)}
        </span>
        <span className={styles.bar} data-making={making}>
          <span data-part="activated" style={{ width: `${shares.activated}%` }} />
          <span data-part="issued" style={{ width: `${shares.issued}%` }} />
          <span data-part="rest" style={{ width: `${shares.rest}%` }} />
        </span>
      </span>
    </Tooltip>
  );
}
