/** An order to pay now. */
export interface ToPay {
  readonly orderNo: string;
  /** Yuan. */
  readonly amount: number | string;
  readonly title: string;
}
