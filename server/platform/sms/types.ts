/** Subjects of text messages; a vendor has an approved template for each. */
export type SmsTopicName = 'code' | 'approved' | 'refused' | 'marks' | 'marksBack';

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
  /** False where messages stay with us, for an operator to read: then the code is written down with them. */
  readonly leaves: boolean;
  /**
   * Hands a message over and gives the vendor's number for it.
   * @throws {SmsRefused} when the vendor says no or cannot be reached.
   */
  send(message: SmsToSend): Promise<string | null>;
}

/** A message that no vendor took: why, in the vendor's words. For operators, never shown to who asked. */
export class SmsRefused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason.slice(0, 128), options);
    this.name = 'SmsRefused';
  }
}
