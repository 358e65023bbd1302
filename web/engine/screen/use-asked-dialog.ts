import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { askedDialog, type OpenableDialog, openableDialogs } from '../link/asked-dialog.ts';

/** Opens the dialog that the address of a list asks for, once, and takes it out of the address. */
export function useAskedDialog(enabled: boolean, open: (dialog: OpenableDialog) => void): void {
  const [address, setAddress] = useSearchParams();
  const asked = enabled ? openableDialogs.find(dialog => dialog === address.get(askedDialog)) : undefined;
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
}
