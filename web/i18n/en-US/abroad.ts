import type { Translation } from '../translation.ts';
import type { abroad as chinese } from '../zh-CN/abroad.ts';

/** Study abroad: orders of programmes. */
export const abroad = {
  stages: 'Service progress',
  stageChange: '{{from}} → {{to}}',
  order: {
    new: 'New abroad order',
    title: 'New abroad order',
    whom: 'Customer',
    person: 'By name and mobile',
    candidate: 'Existing candidate',
    candidateHint: 'Type a mobile number or a name',
    name: 'Name',
    mobile: 'Mobile',
    mobileHint:
      'A candidate or lead with this number is linked automatically, along with its channel and partner',
    item: 'Programme',
    itemHint: 'Choose a programme on sale',
    place: 'Place the order',
    placeAndPay: 'Place order and take payment',
    incomplete: 'Fill in the customer and choose a programme',
    placed: 'Order {{orderNo}} was placed',
    placedPaid: 'Order {{orderNo}} was placed and paid',
  },
} as const satisfies Translation<typeof chinese>;
