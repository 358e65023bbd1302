import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { Flex } from 'antd';
import { type ReactNode, useState } from 'react';
import type { FieldRecord } from '../../fields/field-view.ts';
import { notice } from '../api/notice.ts';
import { refreshRows } from '../calls/refresh-rows.ts';
import { AskedInput } from '../form/AskedInput.tsx';
import styles from './CallDialog.module.css';
import { Dialog } from './Dialog.tsx';
import { useAttempt } from './use-attempt.ts';

/** A field that the call needs. */
export interface AskedField {
  readonly field: Field;
  /** The label of the field, unless given. */
  readonly label?: string | undefined;
  /** The line beneath the input. */
  readonly hint?: string | undefined;
}

interface CallDialogProps<Answer> {
  readonly title: string;
  /** The text of the button that sends the call. */
  readonly submit: string;
  /** Pixels. */
  readonly width?: number;
  /** The part above the fields: whom or what the call is about. */
  readonly about?: ReactNode;
  /** The fields by name, in the order in which they are shown. */
  readonly asks: Readonly<Record<string, AskedField>>;
  /** The values that the fields begin with, and the names of the rows that they refer to. */
  readonly begin?: FieldRecord;
  /** The values after one has changed, where others depend on it. */
  readonly follow?: (values: FieldRecord, changed: string) => FieldRecord;
  /** The line beneath the last field, where it depends on the values. */
  readonly hint?: (values: FieldRecord) => string;
  /** The sentence that says which value is missing; undefined once the call may be sent. */
  readonly missing: (values: FieldRecord) => string | undefined;
  readonly send: (values: FieldRecord) => Promise<Answer>;
  /** The sentence by which an answer says that nothing was done. */
  readonly refusal?: (answer: Answer) => string | undefined;
  /** The toast once it is done. */
  readonly done: (answer: Answer) => string;
  /** Datasets whose rows the call changes; their lists and drawers are read again. */
  readonly changes: readonly AnyDataset[];
  readonly onDone?: (answer: Answer) => void;
  readonly onClose: () => void;
  /** The effect of the call, beneath the fields. */
  readonly text?: string;
}

/** Asks for the values of a call, sends it, and stays open with the reason where it is refused. */
export function CallDialog<Answer>(props: CallDialogProps<Answer>) {
  const { title, submit, width = 480, about, asks, begin = {}, text, onClose } = props;
  const [values, setValues] = useState(begin);
  const { busy, problem, setProblem, attempt } = useAttempt();

  const change = (name: string, value: unknown) => {
    const next = { ...values, [name]: value };
    setValues(props.follow?.(next, name) ?? next);
    setProblem(undefined);
  };
  const send = async () => {
    const missing = props.missing(values);
    if (missing !== undefined) return setProblem(missing);
    await attempt(async () => {
      const answer = await props.send(values);
      const refusal = props.refusal?.(answer);
      if (refusal !== undefined) return setProblem(refusal);
      notice.success(props.done(answer));
      await refreshRows(...props.changes);
      onClose();
      props.onDone?.(answer);
    });
  };

  return (
    <Dialog
      title={title}
      width={width}
      okText={submit}
      busy={busy}
      onOk={send}
      problem={problem}
      onClose={onClose}
    >
      {about}
      <Flex vertical gap={12}>
        {Object.entries(asks).map(([name, asked]) => (
          <AskedInput
            key={name}
            field={asked.field}
            label={asked.label}
            hint={asked.hint}
            name={name}
            values={values}
            disabled={busy}
            onChange={value => change(name, value)}
          />
        ))}
        {props.hint && <p className={styles.text}>{props.hint(values)}</p>}
      </Flex>
      {text !== undefined && <p className={styles.text}>{text}</p>}
    </Dialog>
  );
}
