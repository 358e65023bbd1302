import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { QuestionsProvider } from '../../engine/boundary/QuestionsProvider.tsx';
import { noteEnrolled } from '../../engine/session/session.ts';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { EnrolDialog } from './EnrolDialog.tsx';
import { logOut } from './log-out.ts';

/**
 * The page of a person who must enrol a second factor: until then the server answers nothing else. Leaving it logs out.
 */
export default function ForcedEnrolment() {
  const { t } = useTranslation('security');
  useDocumentTitle(t('enrol.forcedTitle'));
  return (
    <ThemeProvider>
      <QuestionsProvider>
        <main>
          <EnrolDialog
            title={t('enrol.forcedTitle')}
            intro={<Typography.Paragraph>{t('enrol.forcedText')}</Typography.Paragraph>}
            cancelText={t('enrol.leave')}
            onClose={done => {
              if (done) noteEnrolled();
              else void logOut();
            }}
          />
        </main>
      </QuestionsProvider>
    </ThemeProvider>
  );
}
