import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './PageBoundary.module.css';

interface State {
  readonly error: unknown;
}

/** Keeps the failure of one page from taking the others down, and offers to try again. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('Nothing was thrown') };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Crash outdated={isMissingCode(error)} onRetry={() => this.setState({ error: undefined })} />;
  }
}

/** Whether a page's code could not be fetched: after an update of the server the old files are gone. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|preload css/i.test(error.message)
  );
}

/** Drawn with nothing but what is here already, since loading more may be what failed. */
function Crash({ outdated, onRetry }: { readonly outdated: boolean; readonly onRetry: () => void }) {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <div className={styles.crash} role="alert">
      <h2>{t(outdated ? 'crash.outdated' : 'crash.title')}</h2>
      <p>{t(outdated ? 'crash.outdatedText' : 'crash.text')}</p>
      <button type="button" onClick={outdated ? () => window.location.reload() : onRetry}>
        {t(outdated ? 'crash.reload' : 'common:retry')}
      </button>
    </div>
  );
}
