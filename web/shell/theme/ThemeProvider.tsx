import { ConfigProvider, type ConfigProviderProps } from 'antd';
import english from 'antd/es/locale/en_US';
import chinese from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '../../engine/use-media.ts';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { useThemePreferences } from './preferences.ts';
import { themeOf } from './tokens.ts';
import 'virtual:antd-styles.css';

/**
 * Provides Ant Design with the person's colours and language. It surrounds the shell, the toasts and the pages without
 * the shell, each loaded on demand; the login page does without it, to appear at once.
 */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const { primary, dark } = useThemePreferences();
  const language = useLanguage();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const theme = useMemo(() => themeOf(primary, dark, !still), [primary, dark, still]);
  // Dates drawn below read dayjs's global locale, so it is set before they are.
  dayjs.locale(language === 'zh' ? 'zh-cn' : 'en');
  return (
    <ConfigProvider
      theme={theme}
      locale={language === 'zh' ? chinese : english}
      renderEmpty={component => <NothingHere in={component} />}
      button={{ autoInsertSpace: false }}
      modal={{ styles: { header: { marginBottom: 16 } } }}
    >
      {children}
    </ConfigProvider>
  );
}

type RenderEmpty = NonNullable<ConfigProviderProps['renderEmpty']>;

/** Content of Ant Design's tables and choices that have none and say nothing themselves. */
function NothingHere({ in: component }: { readonly in: Parameters<RenderEmpty>[0] }) {
  const { t } = useTranslation('engine');
  return component === 'Table' ? (
    <EmptyState size="small" title={t('list.nothing')} />
  ) : (
    t('fields.noOptions')
  );
}
