/** What is given to candidates by hand. */
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
};
