import type { AccessRule, AccessStep } from '@yikao/model/contexts/people/access.calls.ts';
import type { Label, Language } from '@yikao/model/kernel/label.ts';

/** The findings so far: each rule adds a sentence, and the first refusal ends the inquiry. */
export class Inquiry {
  readonly steps: AccessStep[] = [];
  private readonly language: Language;
  constructor(language: Language) {
    this.language = language;
  }
  /** Records a rule; returns whether to check the next one. */
  say(rule: AccessRule, passed: boolean, text: Label, roles: AccessStep['roles'] = []): boolean {
    this.steps.push({ rule, passed, text: text[this.language], roles });
    return passed;
  }
}
