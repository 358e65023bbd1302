/** An application at Alipay that receives money for a merchant, with its address. */
export interface AlipaySettings {
  /** Address of calls; `https://openapi.alipay.com/gateway.do`. */
  readonly endpoint: URL;
  readonly appId: string;
  /** Number of the merchant, beginning with `2088`. */
  readonly sellerId: string;
  /** Private key of the application. */
  readonly privateKey: string;
  /** Alipay's public key for this application, not the application's own. */
  readonly alipayPublicKey: string;
  readonly notifyUrl: string;
}

/** Address of Alipay's calls. */
export const alipayEndpoint = 'https://openapi.alipay.com/gateway.do';
