import type { FastifyRequest } from 'fastify';

/** Notes about a call for the audit log, besides the facts visible in the request. */
export interface AuditNote {
  /** The identified person, if the caller had no session yet. */
  readonly userId?: number;
  readonly userName?: string;
  /** The means, in a few characters that need no translation, such as the name of an identity provider. */
  readonly what?: string;
}

const notes = new WeakMap<FastifyRequest, AuditNote>();

/** Notes something for the audit log, which writes it once the call is answered; later notes complete earlier ones. */
export function noteForAudit(request: FastifyRequest, note: AuditNote): void {
  notes.set(request, { ...notes.get(request), ...note });
}

/** The note of the call. */
export function auditNoteOf(request: FastifyRequest): AuditNote {
  return notes.get(request) ?? {};
}
