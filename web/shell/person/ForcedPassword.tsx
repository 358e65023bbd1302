import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { QuestionsProvider } from '../../engine/boundary/QuestionsProvider.tsx';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { logOut } from './log-out.ts';
import { PasswordDialog } from './PasswordDialog.tsx';

/**
 * The page of a person whose password was set by somebody else: until they choose their own, the server answers nothing
 * else. Leaving it logs out.
 */
export default function ForcedPassword() {
  const { t } = useTranslation('people');
  useDocumentTitle(t('forced.title'));
  return (
    <ThemeProvider>
      <QuestionsProvider>
        <main>
          <PasswordDialog
            open
            title={t('forced.title')}
            intro={<Typography.Paragraph type="secondary">{t('forced.text')}</Typography.Paragraph>}
            cancelText={t('forced.leave')}
            onClose={done => {
              if (!done) void logOut();
            }}
          />
        </main>
      </QuestionsProvider>
    </ThemeProvider>
  );
}
