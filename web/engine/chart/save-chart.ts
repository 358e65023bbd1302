import { saveAs } from '../api/transfer.ts';

/** Properties from stylesheets, which are not included in a picture. */
const drawn = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
] as const;

/** Pixels of a picture per unit of the drawing. */
const scale = 2;

/** A cell in a CSV file; a text that a spreadsheet would read as a formula stays text. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Saves a table as a CSV sheet that Excel opens, Chinese and all. */
export function saveSheet(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const lines = [columns, ...rows].map(line => line.map(cell).join(','));
  saveAs(new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
}

/** Saves a drawing as a PNG picture with title and legend, in the colours on the page. */
export async function savePicture(name: string, svg: SVGSVGElement, title: string): Promise<void> {
  const { width, height } = svg.viewBox.baseVal;
  const [head, row] = [40, 22];
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [sources, targets] = [svg.querySelectorAll('*'), copy.querySelectorAll<SVGElement>('*')];
  for (const [at, source] of sources.entries()) {
    const style = getComputedStyle(source);
    for (const property of drawn) targets[at]?.style.setProperty(property, style.getPropertyValue(property));
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width * scale));
  copy.setAttribute('height', String(height * scale));
  copy.removeAttribute('style');
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const legend = [...(svg.closest('figure')?.querySelectorAll('li') ?? [])];
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = (height + head + legend.length * row) * scale;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const page = getComputedStyle(document.documentElement);
  pen.fillStyle = page.getPropertyValue('--color-container');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = page.getPropertyValue('--color-text');
  pen.font = `600 ${15 * scale}px ${getComputedStyle(svg).fontFamily}`;
  pen.fillText(title, 12 * scale, 26 * scale);
  pen.drawImage(image, 0, head * scale);
  pen.font = `${12 * scale}px ${getComputedStyle(svg).fontFamily}`;
  for (const [at, item] of legend.entries()) {
    const y = (head + height + at * row + row / 2) * scale;
    const mark = item.querySelector('i');
    if (mark) pen.fillStyle = getComputedStyle(mark).backgroundColor;
    pen.fillRect(12 * scale, y - 5 * scale, 10 * scale, 10 * scale);
    pen.fillStyle = page.getPropertyValue('--color-text');
    const words = [...item.children].map(({ textContent }) => textContent).filter(text => text);
    pen.fillText(words.join('　'), 30 * scale, y + 4 * scale);
  }
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'));
  if (blob) saveAs(blob, `${name}.png`);
}
