import { siteKeys } from '@yikao/model/contexts/system/website.calls.ts';
import { z } from 'zod';
import { sealedTokens } from '../../../engine/http/sealed-token.ts';

/** The subject of a preview: one version of an article on one site. */
const previewed = z.object({ articleId: z.int(), version: z.int(), siteKey: z.enum(siteKeys) });

/** Tokens that open a preview. */
export const previewTokens = sealedTokens('article-preview', previewed);
