import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { useEffect, useState } from 'react';
import { listRows } from '../../../engine/calls/dataset-calls.ts';
import type { ListController } from '../../../engine/list/use-list-controller.ts';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { generating, type Rule } from './RuleBar.tsx';

const { cardCodeRule } = registry;

/** Milliseconds between two looks at rules whose codes are being made. */
const lookMs = 2_000;

/**
 * The rules in sight whose codes are being made, read every two seconds as long as there are any; the list is read once
 * more when one of them is over. `onRules` takes them, for the cells.
 */
export function LiveRulesReader({
  list,
  onRules,
}: {
  readonly list: ListController;
  readonly onRules: (rules: ReadonlyMap<number, Rule>) => void;
}): null {
  // The list is that of the rules.
  const rows = list.rows as readonly Rule[];
  const ids = rows.filter(({ ruleStatus }) => ruleStatus === generating).map(({ ruleId }) => ruleId);
  const { data } = useQuery({
    queryKey: ['live-rules', ids],
    queryFn: async ({ signal }): Promise<readonly FieldRecord[]> =>
      (await listRows(cardCodeRule, { ruleId: ids, size: ids.length }, signal)).records,
    select: found => found as readonly Rule[],
    enabled: ids.length > 0,
    refetchInterval: lookMs,
    gcTime: 0,
  });
  const over = data?.some(({ ruleId, ruleStatus }) => ids.includes(ruleId) && ruleStatus !== generating);
  const [refresh] = useState(() => ({ now: list.refresh }));
  useEffect(() => {
    refresh.now = list.refresh;
  });
  useEffect(() => {
    if (data) onRules(new Map(data.map(rule => [rule.ruleId, rule])));
  }, [data, onRules]);
  useEffect(() => {
    if (over) refresh.now();
  }, [over, refresh]);
  return null;
}
