/** An application at Alipay that takes money for a merchant, and where it is asked. */
export interface AlipaySettings {
  /** Where calls go; `https://openapi.alipay.com/gateway.do`. */
  readonly endpoint: URL;
  readonly appId: string;
  /** Number of the merchant, beginning with `2088`. */
  readonly sellerId: string;
  /** Private key of the application. */
  readonly privateKey: string;
  /** Alipay's public key for this application: that of Alipay, not the application's own. */
  readonly alipayPublicKey: string;
  readonly notifyUrl: string;
}

/** Address of Alipay's calls. */
export const alipayEndpoint = 'https://openapi.alipay.com/gateway.do';
