import type { Translation } from '../translation.ts';
import type { abroad as chinese } from '../zh-CN/abroad.ts';

/** Study abroad: orders of programmes. */
export const abroad = {
  stages: 'Stages of the service',
  stageChange: '{{from}} → {{to}}',
  order: {
    new: 'New order',
    title: 'New abroad order',
    whom: 'Customer',
    person: 'By name and mobile',
    candidate: 'Candidate with an account',
    candidateHint: 'Type a mobile number or a name',
    name: 'Name',
    mobile: 'Mobile',
    mobileHint: 'A candidate or lead with this number is linked, with its channel and partner',
    item: 'Programme',
    itemHint: 'Choose a programme on the shelf',
    place: 'Place the order',
    placeAndPay: 'Place and collect',
    incomplete: 'Fill in the customer and choose a programme',
    placed: 'Order {{orderNo}} was placed',
    placedPaid: 'Order {{orderNo}} was placed and paid',
  },
} as const satisfies Translation<typeof chinese>;
