/** Numbers of a rule's codes. */
export interface RuleNumbers {
  /** Codes that the rule is for; 0 if they are made on demand. */
  readonly quantity: number;
  readonly generated: number;
  readonly issued: number;
  readonly activated: number;
}

/** Parts of a bar in percent, from its start: what is left of 100 is not made yet. */
export interface RuleShares {
  readonly activated: number;
  readonly issued: number;
  /** Made, and neither issued nor activated: in stock, expired or voided. */
  readonly rest: number;
}

/** Percent that a part has at least, so that one code of a million is seen. */
const leastSeen = 2;

/** The parts of a rule's bar. They never exceed 100 together, and none that has codes is invisible. */
export function sharesOf({ quantity, generated, issued, activated }: RuleNumbers): RuleShares {
  const whole = Math.max(quantity, generated);
  if (whole === 0) return { activated: 0, issued: 0, rest: 0 };
  const seen = (count: number) => (count > 0 ? Math.max(leastSeen, (count / whole) * 100) : 0);
  const [one, two] = [seen(activated), seen(issued)];
  const made = Math.max((generated / whole) * 100, one + two);
  const rest = restOf({ quantity, generated, issued, activated });
  const shares = { activated: one, issued: two, rest: rest > 0 ? Math.max(leastSeen, made - one - two) : 0 };
  const sum = shares.activated + shares.issued + shares.rest;
  if (sum <= 100) return shares;
  // The largest part makes room for the smallest.
  const [largest] = (['activated', 'issued', 'rest'] as const).toSorted((a, b) => shares[b] - shares[a]);
  return { ...shares, [largest ?? 'rest']: shares[largest ?? 'rest'] - (sum - 100) };
}

/** Codes that are made, and neither issued nor activated. */
export function restOf({ generated, issued, activated }: RuleNumbers): number {
  return Math.max(0, generated - issued - activated);
}

/** Whole percent of the codes that are made; 100 only once all of them are. */
export function percentMade({ quantity, generated }: RuleNumbers): number {
  return quantity === 0 ? 0 : Math.min(100, Math.floor((generated / quantity) * 100));
}
