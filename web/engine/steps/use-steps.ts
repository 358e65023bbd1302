import { machineOf } from '@yikao/model/contexts/machines.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import {
  byHouseReason,
  fourEyesReason,
  namesPerson,
  startsFrom,
  unmetNeeds,
} from '@yikao/model/kernel/states.ts';
import type { AnyMachine, Step } from '@yikao/model/kernel/steps.ts';
import { stepCode } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { useMemo } from 'react';
import type { FieldRecord } from '../../fields/field-view.ts';
import { isOfHouse, mayChange } from '../access/may.ts';
import { can, readSession } from '../session/session.ts';

/** The steps the person's codes allow with rows of a dataset; the server checks again. */
export interface Steps {
  readonly machine: AnyMachine | undefined;
  readonly steps: readonly Step[];
}

/** The steps of a dataset that the person may take; none for rows that only a further screen makes visible. */
export function useSteps(dataset: AnyDataset): Steps {
  return useMemo(() => {
    const machine = machineOf(dataset);
    const opened = dataset.screen !== undefined && dataset.screen.opened.length > 0;
    return {
      machine,
      steps: Object.values((!opened && machine?.steps) || {}).filter(
        step => step.by.includes('person') && can(stepCode(dataset, step)) && mayChange(dataset),
      ),
    };
  }, [dataset]);
}

/** Steps in their order, those that destroy something last, so that none is between the harmless ones. */
export function dangerLast(steps: readonly Step[]): Step[] {
  return steps.toSorted((one, other) => Number(one.danger) - Number(other.danger));
}

/** Reports whether a row is in a state that the step starts from, judging by the state alone. */
export function fits(machine: AnyMachine | undefined, step: Step, row: FieldRecord): boolean {
  return machine !== undefined && startsFrom(machine, step, row);
}

/** The reasons a row cannot take a step now, as far as the browser can determine; empty if none is known. */
export function reasonsAgainst(
  machine: AnyMachine | undefined,
  step: Step,
  row: FieldRecord,
  language: Language,
): string[] {
  const now = shanghaiTime(new Date());
  if (!fits(machine, step, row)) return [];
  const unmet = unmetNeeds(step, row, { now, today: now.slice(0, 10) }).map(({ reason }) => reason[language]);
  const userId = readSession()?.userId;
  const own = userId !== undefined && step.fourEyes.some(field => namesPerson(row, field, userId));
  return [
    ...(own ? [fourEyesReason[language]] : []),
    ...(step.byHouse === true && !isOfHouse() ? [byHouseReason[language]] : []),
    ...unmet,
  ];
}
