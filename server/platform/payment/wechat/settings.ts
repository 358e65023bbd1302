/** A merchant account of WeChat Pay, with its address. */
export interface WechatSettings {
  /** Address of calls; `https://api.mch.weixin.qq.com`. */
  readonly endpoint: URL;
  readonly mchId: string;
  readonly appId: string;
  /** Private key of the merchant's API certificate, PEM. */
  readonly privateKey: string;
  /** Serial number of the merchant's API certificate, hexadecimal. */
  readonly certSerial: string;
  /** The APIv3 key: 32 characters. */
  readonly apiV3Key: string;
  /**
   * The vendor's public key and its number (`PUB_KEY_ID_…`), of merchants that were given one. Without it, and for
   * serial numbers that differ, the platform certificates are downloaded.
   */
  readonly platformKey?: { readonly id: string; readonly publicKey: string };
  /** Address for notices; https, without a query. */
  readonly notifyUrl: string;
}

/** Address of WeChat Pay's calls. */
export const wechatEndpoint = 'https://api.mch.weixin.qq.com';
