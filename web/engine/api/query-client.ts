import { QueryClient } from '@tanstack/react-query';
import { i18n } from '../../i18n/i18n.ts';
import { readSession, subscribeSession } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { readConnection, subscribeConnection } from './connection.ts';

/** Statuses of a server that is away for a moment; a second try may succeed. */
const passing = new Set([0, 502, 503, 504]);

/** Cache of what the server answered. Emptied when the person changes, read anew when the language does. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && error instanceof ApiError && passing.has(error.status),
      refetchOnWindowFocus: false, // rows must not change under the eyes of somebody who only looked away
      // The browser calls itself offline without a route to the internet, where the server may well be reached.
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

// What was asked for while the server was away is asked for again, and what is shown may be old.
let connection = readConnection();
subscribeConnection(() => {
  const before = connection;
  connection = readConnection();
  if (connection === 'fine' && before !== 'fine') void queryClient.invalidateQueries();
});

i18n.on('languageChanged', () => void queryClient.invalidateQueries());
