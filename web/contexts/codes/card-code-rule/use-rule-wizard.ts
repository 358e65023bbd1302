import { useQuery } from '@tanstack/react-query';
import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { codeRuleType, shareChannel } from '@yikao/model/contexts/codes/codes.codes.ts';
import { isSerialPrefix } from '@yikao/model/contexts/codes/rules/serial-number.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { halfUp2 } from '@yikao/model/rules/money.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { ApiError } from '../../../engine/api/api-error.ts';
import { send } from '../../../engine/api/send.ts';
import { addRow, readRow } from '../../../engine/calls/dataset-calls.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { grouped } from '../../../engine/grouped.ts';
import { can } from '../../../engine/session/session.ts';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { isBlank, textOf } from '../../../fields/parts/values.ts';
import { useNames } from '../../../fields/pick/use-options.ts';
import type { RuleKind } from './rule-kinds.ts';

const { card, cardCode, cardCodeRule, channel, partners } = registry;

/** The steps of the wizard in order, with the fields that each asks for. */
export const wizardSteps = [
  { key: 'card', fields: ['cardId'] },
  { key: 'amount', fields: ['ruleType', 'quantity', 'prefix'] },
  { key: 'owner', fields: ['partnersId', 'channelId', 'shareChannel', 'unitPrice'] },
  { key: 'expire', fields: ['codeExpireTime'] },
  { key: 'confirm', fields: ['ruleName', 'remark'] },
] as const;

/** A rule that was made. */
export interface MadeRule {
  readonly ruleId: number;
  readonly ruleName: string;
  readonly kind: RuleKind;
  readonly startSerialNo: string | null;
}

/** Facts of the chosen card, as far as the person may see them, and the next serial number of its prefix. */
function useCard(cardId: number | undefined) {
  const facts = useQuery({
    queryKey: ['row', card.name, cardId],
    queryFn: ({ signal }) => readRow(card, cardId ?? 0, signal),
    enabled: cardId !== undefined && may(card, 'list'),
    retry: false,
  });
  const next = useQuery({
    queryKey: ['rows', cardCode.name, 'next', cardId],
    queryFn: ({ signal }) => send(codesCalls.serialNo, { query: { cardId }, signal, toast: false }),
    enabled: cardId !== undefined && can(codesCalls.serialNo.may),
    retry: false,
  });
  return {
    card: cardId === undefined ? undefined : facts.data,
    nextSerial: cardId === undefined ? undefined : next.data?.serialNo,
  };
}

/** The name of the row that a value refers to; '' without one. */
function useNameOf(dataset: typeof card | typeof channel | typeof partners, value: unknown): string {
  const id = isBlank(value) ? undefined : Number(value);
  const names = useNames(dataset, id === undefined ? [] : [id], {});
  return id === undefined ? '' : (names.get(id) ?? '');
}

/** The content of the wizard for a new rule, its problems by field, and what was made in the end. */
export function useRuleWizard() {
  const { t } = useTranslation('codes');
  const [step, setStep] = useState(0);
  const [values, setValues] = useState<FieldRecord>({
    ruleType: codeRuleType.is.batch,
    shareChannel: shareChannel.is.with,
    unitPrice: '0.00',
  });
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<MadeRule>();

  const kind = Number(values.ruleType) as RuleKind; // its input offers the codes of kinds alone
  const cardId = isBlank(values.cardId) ? undefined : Number(values.cardId);
  const facts = useCard(cardId);
  const names = {
    card: useNameOf(card, values.cardId),
    partner: useNameOf(partners, values.partnersId),
    channel: useNameOf(channel, values.channelId),
  };
  const count = kind === codeRuleType.is.batch ? Number(values.quantity ?? 0) : 1;
  const usualName =
    kind === codeRuleType.is.online
      ? t('wizard.nameOnline', { card: names.card })
      : t('wizard.name', { card: names.card, count: grouped(count) });
  const ruleName = values.ruleName === undefined ? usualName.slice(0, limits.name) : textOf(values.ruleName);

  const problemOf = (name: string): string | undefined => {
    const value = values[name];
    switch (name) {
      case 'cardId':
        return isBlank(value) ? t('choose', { what: t('buy.card') }) : undefined;
      case 'quantity':
        return kind === codeRuleType.is.batch &&
          !(/^\d+$/.test(textOf(value)) && count >= 1 && count <= limits.codesMax)
          ? t('wizard.quantityWrong', { max: grouped(limits.codesMax) })
          : undefined;
      case 'prefix':
        return isBlank(value) || isSerialPrefix(textOf(value)) ? undefined : t('wizard.prefixWrong');
      case 'unitPrice':
        return /^\d{1,10}(\.\d{1,2})?$/.test(textOf(value)) ? undefined : t('wizard.priceWrong');
      case 'codeExpireTime':
        return textOf(value) > shanghaiTime(new Date()) ? undefined : t('wizard.expireWrong');
      case 'ruleName':
        return ruleName.trim() ? undefined : t('wizard.nameFirst');
      default:
        return undefined;
    }
  };
  /** Shows the problems of a step's fields; returns whether there are none. */
  const checked = (at: number): boolean => {
    const found = (wizardSteps[at]?.fields ?? []).flatMap(name => {
      const one = problemOf(name);
      return one === undefined ? [] : [[name, one] as const];
    });
    setWrong(Object.fromEntries(found));
    return found.length === 0;
  };

  const submit = async () => {
    if (!checked(step)) return;
    setBusy(true);
    setProblem(undefined);
    const body = {
      ...values,
      ruleName: ruleName.trim(),
      unitPrice: halfUp2(textOf(values.unitPrice)),
      quantity: kind === codeRuleType.is.batch ? count : kind === codeRuleType.is.single ? 1 : 0,
    };
    try {
      const rule =
        kind === codeRuleType.is.batch
          ? await addRow(cardCodeRule, body)
          : await send(kind === codeRuleType.is.single ? codesCalls.single : codesCalls.online, {
              body,
              toast: false,
            });
      void refreshRows(cardCodeRule, cardCode);
      setMade({
        ...{ ruleId: rule.ruleId, ruleName: body.ruleName, kind },
        startSerialNo: rule.startSerialNo ?? null,
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const found = Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message]));
      setWrong(found);
      const at = wizardSteps.findIndex(({ fields }) => fields.some(name => found[name] !== undefined));
      if (at >= 0) setStep(at);
      else setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };

  const shown: FieldRecord = { ...values, ruleName };
  return {
    ...{ step, values: shown, wrong, problem, busy, made, kind, count, names, submit },
    ...facts,
    change(name: string, value: unknown) {
      setValues(old => ({ ...old, [name]: value }));
      setWrong(({ [name]: _, ...rest }) => rest);
      setProblem(undefined);
    },
    next() {
      if (!checked(step)) return;
      // The codes last as long as the entitlement, unless somebody says otherwise.
      const { card: found } = facts;
      if (found && isBlank(values.codeExpireTime))
        setValues(old => ({ ...old, codeExpireTime: found.expireTime }));
      setStep(step + 1);
    },
    back: () => setStep(step - 1),
  };
}

/** See {@link useRuleWizard}. */
export type RuleWizardState = ReturnType<typeof useRuleWizard>;
