import { useQuery } from '@tanstack/react-query';
import { type CurrentWebsite, websiteCalls } from '@yikao/model/contexts/system/website.calls.ts';
import { send } from '../../../engine/api/send.ts';

/**
 * Branding of this host's website (spec section 1, domain A11). Public. Undefined until loaded, or if that fails: pages
 * then show the product's own name.
 */
export function useSite(): CurrentWebsite | undefined {
  return useQuery({
    queryKey: ['site'],
    queryFn: ({ signal }) => send(websiteCalls.current, { signal, toast: false }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
