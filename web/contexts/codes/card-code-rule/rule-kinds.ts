import { codeRuleType } from '@yikao/model/contexts/codes/codes.codes.ts';

/** Kinds of rules in the order of the wizard, with the keys of their texts (domain G2). */
export const ruleKinds = [
  { kind: codeRuleType.is.batch, name: 'Batch' },
  { kind: codeRuleType.is.single, name: 'Single' },
  { kind: codeRuleType.is.online, name: 'Online' },
] as const satisfies readonly { kind: (typeof codeRuleType)['items'][number]['code']; name: string }[];

/** A kind of rule: 1 many codes, 2 a single one, 3 codes on demand. */
export type RuleKind = (typeof ruleKinds)[number]['kind'];
