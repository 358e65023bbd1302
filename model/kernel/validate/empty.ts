/** Reports whether a raw value counts as empty: null, undefined and blank text are, everywhere. */
export function isEmpty(raw: unknown): boolean {
  return raw === null || raw === undefined || (typeof raw === 'string' && raw.trim() === '');
}
