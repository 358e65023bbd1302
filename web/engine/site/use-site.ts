import { useQuery } from '@tanstack/react-query';
import { type CurrentWebsite, websiteCalls } from '@yikao/model/calls/website.ts';
import { send } from '../api/send.ts';

/**
 * Branding of the site this host belongs to (spec section 1, domain A11). Public. Undefined until it is known,
 * or when it cannot be read: pages then show the product's own name.
 */
export function useSite(): CurrentWebsite | undefined {
  return useQuery({
    queryKey: ['site'],
    queryFn: ({ signal }) => send(websiteCalls.current, { signal, toast: false }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
