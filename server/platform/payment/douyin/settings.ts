/** A mini-program at Douyin that receives money through the general trade system, with its address. */
export interface DouyinSettings {
  /** Address of calls; `https://open.douyin.com`. */
  readonly endpoint: URL;
  readonly appId: string;
  readonly appSecret: string;
  /** Number of the merchant who gets the money. */
  readonly merchantUid: string;
  /** Private key of the application, and its version as shown in the console. */
  readonly privateKey: string;
  readonly keyVersion: string;
  /** The platform's public key for this application. */
  readonly platformPublicKey: string;
  /** Group of trade rules that the goods fall under, and their kind, as the platform has approved them. */
  readonly tagGroupId: string;
  readonly skuType: number;
  /** Page of the mini-program that shows an order; without a leading `/`. */
  readonly orderPage: string;
  readonly notifyUrl: string;
}

/** Address of Douyin's calls. */
export const douyinEndpoint = 'https://open.douyin.com';
