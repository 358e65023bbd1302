import { QRCode } from 'antd';

/** A QR code as vectors, black on white in every theme. */
export function Qr({ of: text, size = 72 }: { readonly of: string; readonly size?: number }) {
  return (
    <QRCode
      type="svg"
      value={text}
      size={size}
      bordered={false}
      color="#000000"
      bgColor="#ffffff"
      style={{ padding: 0 }}
      aria-label={text}
    />
  );
}
