import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayChange } from '../../engine/access/may.ts';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { LiveRulesReader } from './card-code-rule/LiveRulesReader.tsx';
import { LiveRules, type Rule, RuleBar } from './card-code-rule/RuleBar.tsx';

const { cardCodeRule } = registry;

const RuleWizard = lazyDialog(() => import('./card-code-rule/RuleWizard.tsx'), 'RuleWizard');
const DrawDialog = lazyDialog(() => import('./card-code-rule/DrawDialog.tsx'), 'DrawDialog');

const overrides = { cells: { activatedNum: RuleBar } };

/** Kind of the rules whose codes are drawn on demand, and the state of a voided rule (domain G2). */
const [onDemand, voided] = [3, 4];

/** Rules of activation codes (domain G2, 10): made by a wizard, with a bar of what became of their codes. */
export default function CardCodeRulePage() {
  const { t } = useTranslation('codes');
  const [adding, setAdding] = useState(false);
  const [drawing, setDrawing] = useState<{ readonly ruleId: number; readonly ruleName: string }>();
  const [live, setLive] = useState<ReadonlyMap<number, Rule>>(new Map());
  const actions = useMemo<RowAction<typeof cardCodeRule>[]>(
    () => [
      {
        key: 'draw',
        may: mayChange(cardCodeRule) && codesCalls.draw.may,
        label: t('draw.action'),
        lead: true,
        fits: ({ ruleType, ruleStatus, codeExpireTime }) =>
          ruleType === onDemand && ruleStatus !== voided && (codeExpireTime ?? '') > shanghaiTime(new Date()),
        act: ({ ruleId, ruleName }) => setDrawing({ ruleId, ruleName: ruleName ?? String(ruleId) }),
      },
    ],
    [t],
  );
  return (
    <LiveRules value={live}>
      <DatasetScreen
        dataset={cardCodeRule}
        rowActions={actions}
        overrides={overrides}
        onAdd={() => setAdding(true)}
        footer={list => <LiveRulesReader list={list} onRules={setLive} />}
      />
      {adding && <RuleWizard onClose={() => setAdding(false)} />}
      {drawing && <DrawDialog rule={drawing} onClose={() => setDrawing(undefined)} />}
    </LiveRules>
  );
}
