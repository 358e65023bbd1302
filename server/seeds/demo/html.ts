/** A table with one head row; cells are HTML already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map(cell => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${line('th', head)}</thead><tbody>${rows.map(row => line('td', row)).join('')}</tbody></table>`;
}

/** A list with bullets; items are HTML already. */
export function list(items: readonly string[]): string {
  return `<ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`;
}
