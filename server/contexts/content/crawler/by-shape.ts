import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

/** Most elements of a page whose text is looked for by its shape. */
const mostElements = 50_000;

/** The text of a page by its shape, as HTML that is not sanitised; '' without one. */
export function byShape(html: string): string {
  const { document } = parseHTML(html);
  // It changes the document, which nobody else reads.
  return (
    new Readability(document, { maxElemsToParse: mostElements, disableJSONLD: true }).parse()?.content ?? ''
  );
}
