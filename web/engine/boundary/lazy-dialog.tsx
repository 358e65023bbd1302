import type { FunctionComponent } from 'react';
import { lazyCode, type PropsOf } from '../../loading/lazy-code.ts';
import { FieldServicesProvider } from '../field-services.tsx';
import { DialogBoundary } from './DialogBoundary.tsx';

interface Closable {
  readonly onClose: () => void;
}

/** The names of a module's dialogs: of its components that take `onClose`. */
type DialogOf<M> = { [N in keyof M]: PropsOf<M[N]> extends Closable ? N : never }[keyof M];

/**
 * A dialog that a screen opens, the module's export of that name: its code is loaded when it opens, its failure leaves
 * the screen alone, and its fields have the services that those of the screen have.
 */
export function lazyDialog<M extends object, N extends DialogOf<M>>(
  load: () => Promise<M>,
  name: N,
): FunctionComponent<PropsOf<M[N]>> {
  // DialogOf has checked the props of the dialog of this name, which the compiler does not conclude.
  const Dialog = lazyCode(load, name) as unknown as FunctionComponent<Closable>;
  return (props: Closable) => (
    <DialogBoundary onClose={props.onClose}>
      <FieldServicesProvider>
        <Dialog {...props} />
      </FieldServicesProvider>
    </DialogBoundary>
  );
}
