import type { LostFailure } from '../vendor/exchange.ts';
import { VendorFailure } from '../vendor/failure.ts';

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

/** A text of a template that people maintain, on its way to one person. */
export interface TextToSend {
  /** 11 digits. */
  readonly mobile: string;
  readonly templateCode: string;
  readonly signName: string;
  /** The template's variables in their order, by name; vendors that number them take the order. */
  readonly variables: readonly (readonly [name: string, value: string])[];
  /** Our number of the message, which the vendor repeats in its reports and finds it by. */
  readonly key: string;
}

/** The answer of a vendor that was asked about a text by our number. */
export type TextFound =
  | { readonly found: false }
  | { readonly found: true; readonly state: 'submitted' | 'delivered' | 'failed'; readonly reason: string };

/** A report on a text, or a reply to one, as vendors push them. */
export type TextNotice =
  | {
      readonly kind: 'report';
      /** Our number; '' where the vendor does not repeat it. */
      readonly key: string;
      readonly gatewayId: string;
      readonly mobile: string;
      readonly delivered: boolean;
      readonly reason: string;
      /** `YYYY-MM-DD HH:mm:ss` in Shanghai; null if the vendor names none. */
      readonly time: string | null;
    }
  | { readonly kind: 'reply'; readonly mobile: string; readonly text: string };

/** The state of a vendor's review of a template. */
export interface TemplateStanding {
  readonly state: 'pending' | 'approved' | 'rejected';
  readonly reason: string;
  /** The text that the vendor has under the code, with our form of variables; '' if it tells none. */
  readonly content: string;
}

/** Takes text messages to telephones. */
export interface SmsGateway {
  /** Short name, kept with each message. */
  readonly name: string;
  /** False if messages stay in the product for an operator to read: codes are then stored with them. */
  readonly leaves: boolean;
  /** The token in the address that the vendor pushes reports to; undefined where reports are not taken. */
  readonly notifyToken: string | undefined;
  /**
   * Sends a message and returns the vendor's id for it.
   * @throws {SmsRefused} if the vendor refuses or cannot be reached.
   */
  send(message: SmsToSend): Promise<string | null>;
  /**
   * Sends a text of a maintained template and returns the vendor's id for it.
   * @throws {SmsRefused} whose `certainty` tells whether the text may have gone out.
   */
  sendText(text: TextToSend): Promise<string | null>;
  /**
   * Looks for a text by our number; missing where the vendor cannot.
   * @throws {SmsRefused} if the vendor does not answer.
   */
  readonly find?: (text: Pick<TextToSend, 'mobile' | 'key'>, sent: Date) => Promise<TextFound>;
  /** @throws {SmsRefused} if the vendor does not answer or does not know the code. */
  checkTemplate(templateCode: string): Promise<TemplateStanding>;
  /** Reads what the vendor pushed; undefined if it has another form. */
  readNotices(json: unknown): readonly TextNotice[] | undefined;
  /** The answer to a push, in the vendor's form. */
  answerNotice(taken: boolean): string;
}

/**
 * The certainty about a text that was not confirmed: `refused` it did not and will not, `unsent` it did not and may be
 * tried again, `unknown` nobody knows.
 */
export type SmsCertainty = 'refused' | 'unsent' | 'unknown';

/** A message refused by the vendor, with its reason. For operators only, never returned to the caller. */
export class SmsRefused extends VendorFailure {
  readonly certainty: SmsCertainty;

  constructor(reason: string, options?: ErrorOptions & { readonly certainty?: SmsCertainty }) {
    super(reason.slice(0, 128), options);
    this.name = 'SmsRefused';
    this.certainty = options?.certainty ?? 'refused';
  }
}

/** The failure of a request that the vendor did not answer. */
export const lostText: LostFailure = (certainty, reason, options) =>
  new SmsRefused(reason, { ...options, certainty });
