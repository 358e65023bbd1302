import { useQuery } from '@tanstack/react-query';
import { type CurrentWebsite, currentWebsite } from '@yikao/model/calls/website.ts';
import { request } from '../api/request.ts';

/**
 * Branding of the site this host belongs to (spec section 1, domain A11). Public. Undefined until it is known,
 * or when it cannot be read: pages then show the product's own name.
 */
export function useSite(): CurrentWebsite | undefined {
  return useQuery({
    queryKey: ['site'],
    queryFn: ({ signal }) =>
      request('GET', '/api/base/website/current', { schema: currentWebsite, signal, toast: false }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
