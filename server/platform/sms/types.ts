import { VendorFailure } from '../vendor-failure.ts';

/** Subjects of text messages; a vendor has an approved template for each. */
export type SmsTopicName = 'code' | 'approved' | 'refused' | 'marks' | 'marksBack' | 'registered' | 'crawler';

/** A message on its way to one person. */
export interface SmsToSend {
  /** 11 digits. */
  readonly mobile: string;
  readonly topic: SmsTopicName;
  /** Values of the template, by the names its text has between braces. */
  readonly values: Readonly<Record<string, string>>;
}

/** Takes text messages to telephones. */
export interface SmsGateway {
  /** Short name, kept with each message. */
  readonly name: string;
  /** False if messages stay in the product for an operator to read: codes are then stored with them. */
  readonly leaves: boolean;
  /**
   * Sends a message and returns the vendor's id for it.
   * @throws {SmsRefused} if the vendor refuses or cannot be reached.
   */
  send(message: SmsToSend): Promise<string | null>;
}

/** A message refused by the vendor, with its reason. For operators only, never returned to the caller. */
export class SmsRefused extends VendorFailure {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason.slice(0, 128), options);
    this.name = 'SmsRefused';
  }
}
