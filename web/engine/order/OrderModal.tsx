import { limits } from '@yikao/model/limits.ts';
import { Alert, Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import { useLeaveQuestion } from '../boundary/use-leave-question.ts';
import { Dialog } from '../dialogs/Dialog.tsx';

/** Rows that a person puts in order, as they were read and as they were put. */
export interface OrderState {
  readonly loading: boolean;
  readonly failed: boolean;
  readonly saving: boolean;
  /** The order differs from the stored one. */
  readonly dirty: boolean;
  /** There are more rows than can be put in order at once. */
  readonly over: boolean;
  /** The reason why the last save failed. */
  readonly problem: string | undefined;
  save(): Promise<void>;
  reload(): void;
}

interface OrderModalProps {
  readonly title: string;
  readonly width: number | string;
  readonly order: OrderState;
  /** The person may save an order. */
  readonly editable: boolean;
  readonly save: string;
  /** Asks if the person leaves an order that is not saved. */
  readonly leave: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The dialog in which rows are put in order: it saves all of them at once, and asks before it drops an order. */
export function OrderModal(props: OrderModalProps) {
  const { title, width, order, editable, save, leave, onClose, children } = props;
  const ask = useLeaveQuestion();
  const close = () => (order.dirty ? ask(leave, onClose) : onClose());
  return (
    <Dialog
      title={title}
      width={width}
      tall
      mask={{ closable: false }}
      busy={order.saving}
      okButtonProps={{ disabled: !order.dirty || order.over }}
      {...(editable && { okText: save, onOk: order.save })}
      onClose={close}
    >
      {children}
    </Dialog>
  );
}

interface OrderRowsProps {
  readonly order: OrderState;
  readonly isEmpty: boolean;
  /** Sentences about the rows; `tooMany` takes the number `max`. */
  readonly words: {
    readonly tooMany: (max: number) => string;
    readonly failed: string;
    readonly reload: string;
    readonly empty: string;
    readonly emptyHint: string;
  };
  /** The rows, once they are there. */
  readonly children: ReactNode;
}

/** The rows of an {@link OrderModal}, or what keeps them from being there, with the reason why a save failed above. */
export function OrderRows({ order, isEmpty, words, children }: OrderRowsProps) {
  const { loading, failed, over, problem, reload } = order;
  return (
    <>
      {problem !== undefined && <Alert type="warning" showIcon title={problem} />}
      {over && <Alert type="warning" showIcon title={words.tooMany(limits.orderedRows)} />}
      {loading ? (
        <Skeleton active paragraph={{ rows: 4 }} />
      ) : failed ? (
        <Alert
          type="error"
          showIcon
          title={words.failed}
          action={<Button onClick={reload}>{words.reload}</Button>}
        />
      ) : isEmpty ? (
        <EmptyState size="small" title={words.empty} hint={words.emptyHint} />
      ) : (
        children
      )}
    </>
  );
}
