import type { AccessRule, AccessStep } from '@yikao/model/calls/access.ts';
import type { Label, Language } from '@yikao/model/kernel/label.ts';

/** The findings on the way: each rule says its sentence; the first that refuses ends it. */
export class Inquiry {
  readonly steps: AccessStep[] = [];
  private readonly language: Language;
  constructor(language: Language) {
    this.language = language;
  }
  /** Notes a rule; answers whether the next one is asked. */
  say(rule: AccessRule, passed: boolean, text: Label, roles: AccessStep['roles'] = []): boolean {
    this.steps.push({ rule, passed, text: text[this.language], roles });
    return passed;
  }
}
