import { z } from 'zod';

/** Permission to telephone: whoever may call leads needs a softphone (domain M1, M5). */
export const callCode = 'crm:lead:call';

/** Data of `GET /api/admin/user/call/token/exchange` and of `POST /api/admin/user/call/token/refresh` (domain A5). */
export const callTokenAnswer = z.object({
  /** Opaque; told this once. */
  callToken: z.string(),
  /** Seconds until it runs out, unless the login ends before. */
  expiresIn: z.int(),
  /** Extension of the person's seat (domain M4); null for whoever has none. */
  extension: z.string().nullable(),
});

/** Body of `POST /api/admin/user/call/token/refresh`. */
export const callTokenBody = z.object({ callToken: z.string().trim().min(1).max(128) });

/** See {@link callTokenAnswer}. */
export type CallTokenAnswer = z.infer<typeof callTokenAnswer>;
