import { unconfirmedCalls, type Vendor, vendorNames } from '@yikao/model/rules/vendor-calls.ts';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';

/** Names the calls of a vendor that its documents do not confirm, for the page of the account that uses them. */
export function UnconfirmedCalls({ vendor }: { readonly vendor: Vendor }) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const calls = unconfirmedCalls(vendor).map(call => call[language]);
  if (calls.length === 0) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={t('unconfirmed', {
        vendor: vendorNames[vendor][language],
        calls: calls.join(language === 'zh' ? '；' : '; '),
      })}
    />
  );
}
