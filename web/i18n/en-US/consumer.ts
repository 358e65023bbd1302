import type { Translation } from '../translation.ts';
import type { consumer as chinese } from '../zh-CN/consumer.ts';

/** Gifts to candidates by hand. */
export const consumer = {
  gift: {
    to: 'Candidate',
    card: 'Give an entitlement',
    cardSubmit: 'Give',
    cardWhich: 'Card',
    cardHint: 'Type the name of a card',
    expire: 'Good until',
    expireHint: 'Left empty: as the card says',
    count: 'Uses',
    countHint: 'Left empty: as the card says',
    cardText: 'It is good at once, and noted as a gift. The tab "Entitlements" shows it, and takes it back.',
    cardDone: 'Given to {{name}}',
    coupon: 'Give a coupon',
    couponSubmit: 'Give',
    couponWhich: 'Coupon',
    couponHint: 'Type the name of a coupon',
    couponText:
      'It is good at once, for as long as the coupon says, and is one of those that can be given. Nobody gets more than the coupon allows.',
    couponDone: 'Given to {{name}}',
    choose: 'Choose: {{what}}',
  },
  limit: {
    tab: 'Limits',
    year: 'Year {{year}}',
    set: 'Set limit',
    of: '{{name}} · {{year}}',
    save: 'Save',
    change: 'Change',
    usual: 'usual',
    own: 'set for this candidate',
    used: '{{used}} of {{total}} used',
    left: '{{left}} left',
    usedBy: 'Used {{used}} times this year. The new number holds at once.',
    missing: 'Enter how often',
    done: 'The limit is set',
  },
} as const satisfies Translation<typeof chinese>;
