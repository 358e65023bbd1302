import { useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { checkReachable, useReachable } from '../../engine/api/reachability.ts';

const retryMs = 5_000;

/** Says that the server cannot be reached, asks until it can, and then brings what is shown up to date. */
export function OfflineNotice() {
  const { t } = useTranslation('shell');
  const reachable = useReachable();
  const queryClient = useQueryClient();

  useEffect(() => {
    const check = () => void checkReachable();
    window.addEventListener('offline', check);
    window.addEventListener('online', check);
    return () => {
      window.removeEventListener('offline', check);
      window.removeEventListener('online', check);
    };
  }, []);

  useEffect(() => {
    if (reachable) return;
    const timer = setInterval(checkReachable, retryMs);
    return () => {
      clearInterval(timer);
      void queryClient.invalidateQueries();
    };
  }, [reachable, queryClient]);

  return reachable ? null : <Alert banner type="warning" title={t('offline')} />;
}
