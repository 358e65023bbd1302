import { defineDataset, field, label, when } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { statusAndRemark } from '../shared/fields.ts';
import { siteKey } from '../shared/shared.codes.ts';
import { payChannel } from './payment.codes.ts';

/** Characters of a key in PEM: 4,096 bits of RSA have some 3,300. */
const pem = 4_000;

/**
 * Accounts at the vendors of payments (domain G10). Keys are sealed and never leave the server. The file
 * with the merchant's certificate is public: it names the serial, and a file that holds a private key is refused, since
 * that has no business in the file store.
 */
export const payAccount = defineDataset({
  name: 'payAccount',
  path: '/api/pay/account',
  menu: { at: '/pay/account', group: 'orders', icon: 'WalletOutlined', order: 7 },
  label: label('支付账户', 'Payment accounts'),
  fields: {
    accountId: field.id({ label: label('账户ID', 'Account ID') }),
    accountName: field.text({ required: true, max: limits.shortName }),
    payChannel: field.code({ of: payChannel, required: true, lockedOnEdit: true }),
    mchId: field.text({
      label: label('商户号', 'Merchant number'),
      required: true,
      max: limits.shortName,
      format: 'code',
      help: label(
        '支付宝：2088 开头的卖家号；抖音：merchant_uid',
        'Alipay: seller number (2088…); Douyin: merchant_uid',
      ),
    }),
    appId: field.text({ label: label('应用AppID', 'App ID'), required: true, max: limits.shortName }),
    privateKey: field.secret({
      label: label('私钥', 'Private key'),
      required: true,
      max: pem,
      multiline: true,
      help: label(
        'PEM 或纯 base64；微信为商户 API 证书的私钥，其他为应用私钥',
        "PEM or bare base64; WeChat Pay: of the API certificate; else the app's",
      ),
    }),
    certSerial: when(
      { payChannel: 1 },
      field.text({
        label: label('证书序列号', 'Certificate serial'),
        required: true,
        max: limits.name,
        format: 'code',
      }),
    ),
    certPath: when(
      { payChannel: 1 },
      field.file({
        label: label('商户证书', 'Merchant certificate'),
        help: label('apiclient_cert.pem，不含私钥', 'apiclient_cert.pem, without the private key'),
      }),
    ),
    apiKey: when(
      { payChannel: [1, 3] },
      field.secret({
        label: label('接口密钥', 'API key'),
        required: true,
        max: 128,
        help: label('微信：APIv3 密钥；抖音：AppSecret', 'WeChat Pay: APIv3 key; Douyin: AppSecret'),
      }),
    ),
    platformKeyId: when(
      { payChannel: 1 },
      field.text({
        label: label('平台公钥ID', 'Public key ID'),
        max: limits.name,
        help: label(
          'PUB_KEY_ID_ 开头；留空则自动下载平台证书',
          'PUB_KEY_ID_…; left empty: certificates are downloaded',
        ),
      }),
    ),
    platformKey: field.text({
      label: label('平台公钥', "Vendor's public key"),
      max: pem,
      multiline: true,
      help: label('不是应用自己的公钥', "Not the app's own"),
    }),
    keyVersion: when(
      { payChannel: 3 },
      field.text({ label: label('密钥版本', 'Key version'), required: true, max: 16, default: '1' }),
    ),
    tagGroupId: when(
      { payChannel: 3 },
      field.text({ label: label('标签组', 'Tag group'), required: true, max: limits.name }),
    ),
    skuType: when(
      { payChannel: 3 },
      field.integer({
        label: label('商品类型', 'Type of goods'),
        required: true,
        default: 301,
        min: 1,
        max: 9_999,
      }),
    ),
    orderPage: when(
      { payChannel: 3 },
      field.text({ label: label('订单详情页', 'Page of an order'), required: true, max: limits.address }),
    ),
    notifyUrl: field.text({
      max: limits.path,
      format: 'url',
      help: label(
        '留空则为本系统地址(PUBLIC_URL)下的默认回调地址',
        'Left empty: the default under PUBLIC_URL',
      ),
    }),
    gatewayUrl: field.text({
      label: label('网关地址', 'Gateway'),
      max: limits.path,
      format: 'url',
      help: label('仅使用沙箱时填写', 'Only for a sandbox'),
    }),
    partnersId: field.ref({ to: 'partners' }),
    siteKey: field.code({ of: siteKey }),
    defaultFlag: field.yesNo({ default: 0 }),
    ...statusAndRemark,
  },
  naturalKey: ['payChannel', 'mchId', 'appId'],
  identity: { name: 'accountName' },
  permissions: { prefix: 'pay:account', actions: ['list', 'add', 'update', 'delete'] },
  scope: {
    partner: 'partnersId',
    province: { through: 'partnersId' },
    agency: { readOnly: 'an agency is paid by its partner and has no account' },
    own: 'createBy',
  },
  list: {
    columns: ['appId', 'partnersId', 'siteKey', 'accountId'],
    point: ['accountName', 'payChannel', 'mchId', 'defaultFlag', 'status'],
    filters: ['accountName', 'payChannel', 'mchId', 'partnersId', 'siteKey', 'status'],
  },
  form: {
    groups: [
      {
        label: label('密钥', 'Keys'),
        fields: [
          'privateKey',
          'certSerial',
          'certPath',
          'apiKey',
          'platformKeyId',
          'platformKey',
          'keyVersion',
        ],
      },
      {
        label: label('抖音交易', 'Trade at Douyin'),
        fields: ['tagGroupId', 'skuType', 'orderPage'],
      },
      { label: label('地址', 'Addresses'), fields: ['notifyUrl', 'gatewayUrl', 'remark'], as: 'folded' },
    ],
  },
});
