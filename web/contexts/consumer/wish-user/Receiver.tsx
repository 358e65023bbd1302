import { Descriptions } from 'antd';

/** The candidate who is given something. */
export interface Receiver {
  readonly userId: number;
  readonly name: string;
}

/** The line above the fields of a dialog that says whom it is about. */
export function About({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Descriptions
      column={1}
      items={[{ key: 'to', label, children: <strong>{text}</strong> }]}
      size="small"
      style={{ marginBlockEnd: 8 }}
    />
  );
}
