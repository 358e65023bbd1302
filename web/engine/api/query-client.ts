import { QueryClient } from '@tanstack/react-query';
import { i18n } from '../../i18n/i18n.ts';
import { readSession, subscribeSession } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { readConnection, subscribeConnection } from './connection.ts';

/** Statuses of a server that is away for a moment; a second try may succeed. */
const passing = new Set([0, 502, 503, 504]);

/** Cache of the server's answers. Cleared when the person changes, reloaded when the language does. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && error instanceof ApiError && passing.has(error.status),
      refetchOnWindowFocus: false, // rows must not change for a person who only looked away
      // The browser reports offline without an internet route, although the server may be reachable.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

let userId = readSession()?.userId;
subscribeSession(() => {
  if (readSession()?.userId === userId) return;
  userId = readSession()?.userId;
  queryClient.clear();
});

// Requests made while the server was away are repeated, and shown data may be outdated.
let connection = readConnection();
subscribeConnection(() => {
  const before = connection;
  connection = readConnection();
  if (connection === 'fine' && before !== 'fine') void queryClient.invalidateQueries();
});

i18n.on('languageChanged', () => void queryClient.invalidateQueries());
