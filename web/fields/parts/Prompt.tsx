/** The prompt of an empty select. A narrow one shows the beginning; the whole appears on hovering. */
export function Prompt({ text }: { readonly text: string }) {
  return <span title={text}>{text}</span>;
}
