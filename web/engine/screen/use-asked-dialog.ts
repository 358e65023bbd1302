import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { askedDialog, type OpenableDialog, openableDialogs } from '../link/asked-dialog.ts';
import type { ListPlace } from '../list/list-place.ts';
import type { DialogName } from './dialog-name.ts';

/**
 * Opens the dialog that the address of a list asks for, once, and takes it out of the address; an embedded list has none.
 * Returns `open`.
 */
export function useAskedDialog(
  place: ListPlace | undefined,
  open: (dialog: DialogName) => void,
): (dialog: DialogName) => void {
  const [address, setAddress] = useSearchParams();
  const asked = openableDialogs.find(dialog => place === undefined && dialog === address.get(askedDialog));
  const opens = useEffectEvent((dialog: OpenableDialog) => {
    setAddress(
      before => {
        const rest = new URLSearchParams(before);
        rest.delete(askedDialog);
        return rest;
      },
      { replace: true },
    );
    open(dialog);
  });
  useEffect(() => {
    if (asked !== undefined) opens(asked);
  }, [asked]);
  return open;
}
