import { z } from 'zod';
import { defineJobKind } from '../../jobs/job-kind.ts';
import { label } from '../../kernel/label.ts';
import { cardCode } from './card-code.ts';

const params = z.object({ ruleId: z.coerce.number<number | string>().int().positive() });

/** Makes the codes of a rule, from the first one that is missing (domain 3.4). */
export const generateCodes = defineJobKind({
  name: 'generateCodes',
  bizType: 640,
  of: cardCode,
  may: 'card:rule:add',
  label: label('生成激活码', 'Generate codes'),
  params,
});

/** Voids the codes of a voided rule that are not activated (domain 3.4). */
export const voidCodes = defineJobKind({
  name: 'voidCodes',
  bizType: 641,
  of: cardCode,
  may: 'card:rule:cancel',
  label: label('作废激活码', 'Void codes'),
  params: params.extend({ reason: z.string() }),
});
