import { siteKeys } from '@yikao/model/contexts/system/website.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { z } from 'zod';
import type { Engine } from '../../../engine/engine.ts';
import { SecretsError } from '../../../platform/secrets.ts';

const told = z.object({
  articleId: z.int(),
  version: z.int(),
  siteKey: z.enum(siteKeys),
  /** Milliseconds since 1970. */
  until: z.int(),
});

/** The subject of a preview: one version of an article on one site. */
export type Previewed = Pick<z.infer<typeof told>, 'articleId' | 'version' | 'siteKey'>;

/** Sealed for this purpose, so that no other sealed text of the product is a token. */
const owner = 'article-preview';

/** A token that opens a preview for ten minutes. Sealed, so that nobody can make or change one. */
export function previewToken({ secrets, clock }: Pick<Engine, 'secrets' | 'clock'>, what: Previewed): string {
  const until = clock.now().getTime() + limits.previewMs;
  return Buffer.from(secrets.seal(JSON.stringify({ ...what, until }), owner)).toString('base64url');
}

/** The preview that a token opens; undefined if it is over, or none of ours. */
export function openPreviewToken(
  { secrets, clock }: Pick<Engine, 'secrets' | 'clock'>,
  token: string,
): Previewed | undefined {
  let text: string;
  try {
    text = secrets.open(Buffer.from(token, 'base64url').toString(), owner);
  } catch (error) {
    if (error instanceof SecretsError) return undefined;
    throw error;
  }
  const { until, ...what } = told.parse(JSON.parse(text));
  return until > clock.now().getTime() ? what : undefined;
}
