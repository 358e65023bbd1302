let unsaved = false;

/** Leaving the product would lose unsaved work; the browser asks in its own words. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Notes whether anything on any open page is not saved. */
export function noteUnsaved(next: boolean): void {
  if (next === unsaved) return;
  unsaved = next;
  if (next) window.addEventListener('beforeunload', askBeforeLeaving);
  else window.removeEventListener('beforeunload', askBeforeLeaving);
}

/** Reports whether something on an open page is not saved: a form with changes, a tab that was left with them. */
export function hasUnsaved(): boolean {
  return unsaved;
}
