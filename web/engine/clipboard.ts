import { i18n } from '../i18n/i18n.ts';
import { notice } from './api/notice.ts';

/** Copies `text` and shows whether it succeeded (spec section 8). */
export async function copyText(text: string): Promise<void> {
  if (await copied(text)) notice.success(i18n.t('messages:copied'));
  else notice.error(i18n.t('messages:copyFailed'));
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Plain http beyond localhost has no clipboard API; the old method still works there.
    return copiedFromField(text);
  }
}

function copiedFromField(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}
