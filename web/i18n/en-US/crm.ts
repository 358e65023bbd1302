import type { Translation } from '../translation.ts';
import type { crm as chinese } from '../zh-CN/crm.ts';

/** Leads: distribution, follow-ups, the pool and its figures. */
export const crm = {
  order: { open: 'Place an order' },
  assign: {
    open: 'Share out',
    title: 'Share {{count}} leads out',
    mode: 'How',
    modes: { even: 'Evenly', one: 'All to one', byRoom: 'By room' },
    texts: {
      even: 'The chosen salespeople get them in turn.',
      one: 'One salesperson gets all of them.',
      byRoom: 'Leads go to the person with the most free capacity; the rest stay unassigned.',
    },
    sellers: 'Salespeople (each may hold {{cap}} open leads)',
    all: 'All',
    none: 'None',
    load: '{{open}} open · room for {{free}}',
    sees: '{{count}} are of another partner or province',
    past: '{{count}} are more than there is room for and will be left',
    nobody:
      'Nobody can be given these leads. See to the sales mark, the partner and the province of the users.',
    chooseFirst: 'Choose a salesperson',
    done: '{{count}} leads shared out',
    leftTitle: '{{done}} shared out, {{left}} left',
    leftText: 'Those that are left stay selected, so that you can give them to somebody else.',
  },
  follow: {
    tab: 'Follow-ups',
    form: 'Write a follow-up down',
    save: 'Save the follow-up',
    copy: 'Copy the number',
    done: 'Follow-up saved',
    none: 'No follow-ups yet',
    intent: 'Intent',
    next: 'Next on {{time}}',
    system: 'System',
  },
  due: {
    tool: 'Due today {{count}}',
    today: '{{today}} leads to follow up today',
    late: '{{today}} leads to follow up today, {{overdue}} of them late',
  },
  pool: {
    claim: 'Claim',
    claimAsk: 'Claim {{count}} leads?',
    claimText: 'You follow them up from now on; those that are not followed up in time go back to the pool.',
    quota: 'You hold {{open}} of {{cap}} open leads and may claim {{free}} more',
    full: 'You hold as many open leads as you may ({{cap}}); finish or return some before you claim more',
    done: '{{count}} leads claimed; you find them under Leads',
    leftTitle: '{{done}} claimed, {{left}} left',
  },
  stat: {
    days: 'Assigned',
    seller: 'Salesperson',
    assigned: 'Leads',
    followed: 'Followed up',
    connected: 'Calls connected',
    minutes: 'Minutes talked',
    won: 'Won',
    amount: 'Sold (yuan)',
    conversion: 'Conversion',
    total: 'Total',
    none: 'No leads were assigned in this time',
  },
} as const satisfies Translation<typeof chinese>;
