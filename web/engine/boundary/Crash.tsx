import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../api/connection.ts';
import { findWhyMissing, useNewVersion } from '../api/version.ts';
import styles from './Boundary.module.css';

interface CrashProps {
  readonly around: 'page' | 'part';
  /** Its code could not be fetched. */
  readonly missing: boolean;
  readonly onRetry: () => void;
}

/** Shows a failure with its cause, if known, and possible actions. */
export function Crash({ around, missing, onRetry }: CrashProps) {
  const { t } = useTranslation(['trouble', 'common']);
  const connection = useConnection();
  const outdated = useNewVersion() && connection === 'fine' && missing;

  useEffect(() => {
    if (missing) void findWhyMissing();
  }, [missing]);

  const title = missing ? t('crash.missing') : t(`crash.${around}`);
  const text = !missing
    ? t(`crash.${around}Text`)
    : connection !== 'fine'
      ? t(`connection.${connection}`)
      : t(outdated ? 'crash.updatedText' : 'crash.missingText');
  return (
    <div className={styles.crash} role="alert" data-around={around}>
      <h2>{outdated ? t('version.title') : title}</h2>
      <p>{text}</p>
      {/* A different button for a different action, so that a second press cannot trigger it. */}
      <button
        key={outdated ? 'reload' : 'retry'}
        type="button"
        onClick={outdated ? () => window.location.reload() : onRetry}
      >
        {outdated ? t('version.reload') : t('common:retry')}
      </button>
    </div>
  );
}
