/** Mock exams: numbers, tickets, rooms and seats. */
export const mock = {
  generate: 'Give numbers',
  generateAsk: 'Give ticket numbers to everybody who is registered for "{{name}}"?',
  generated: '{{count}} candidates have their ticket numbers',
  release: 'Release tickets',
  releaseAsk:
    'Release the tickets of "{{name}}"? Candidates and agencies can see and print them from then on.',
  released: '{{count}} tickets are released',
  withdraw: 'Withdraw tickets',
  withdrawAsk: 'Withdraw the tickets of "{{name}}"?',
  withdrawn: 'The tickets are withdrawn',
  arrange: 'Arrange seats',
  arrangeAsk: 'Arrange the seats of "{{name}}"? A former arrangement that is not locked is replaced.',
  arranged:
    '{{studentNum}} candidates sit in {{roomNum}} rooms; {{conflictNum}} beside somebody of the same agency',
  rooms: {
    add: 'Add several rooms',
    choose: 'Choose exam and area in the filters first',
    count: 'Rooms',
    layout: 'Layout',
    preset: { even: '5 columns of 6', standard: '7-8-8-7', small: '4 columns of 5' },
    done: 'Rooms {{from}} to {{to}} were added',
  },
  map: {
    title: 'Seats',
    front: 'Front',
    door: 'Door',
    free: 'Free',
    out: 'Out of use',
    of: 'Row {{row}}, column {{column}}: {{who}}',
  },
};
