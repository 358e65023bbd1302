import { pathOf } from '@yikao/model/calls/call.ts';
import { fileCalls } from '@yikao/model/calls/files.ts';
import { sql } from 'kysely';
import type { UploadFile } from '../../../engine/files/upload-file.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { sanitiseHtml } from '../../../engine/write/sanitise.ts';

/** The beginning of the addresses of stored files. */
const files = pathOf(fileCalls.read, { '*': '' });

const image = /<img ([^>]*?)\s*\/?>/g;

/** The path of a stored picture in the attributes of an image; undefined for one of another site. */
function storedPath(attributes: string): string | undefined {
  const source = /(?:^|\s)src="([^"]*)"/.exec(attributes)?.[1];
  return source?.startsWith(files) ? `/${source.slice(files.length)}` : undefined;
}

/**
 * Rich text for a page that people read from top to bottom: sanitised again, as whenever it is shown (domain 4.14), with the
 * sizes of our own pictures, so that no line moves when one comes. Pictures are loaded when they are reached.
 */
export async function readableText(db: Db, content: string): Promise<string> {
  // The sanitiser writes quotes and signs of attributes in one way only.
  const clean = sanitiseHtml(content);
  const paths = [...clean.matchAll(image)].flatMap(([, attributes = '']) => storedPath(attributes) ?? []);
  const found = await sql<Pick<UploadFile, 'path' | 'width' | 'height'>>`
    select path, width, height from t_upload_file
    where path = any(${paths}::varchar[]) and width is not null and height is not null`.execute(db);
  const sizes = new Map(found.rows.map(({ path, ...size }) => [path, size]));
  return clean.replace(image, (_, attributes: string) => {
    const size = sizes.get(storedPath(attributes) ?? '');
    const known = /(?:^|\s)width="\d+"/.test(attributes) && /(?:^|\s)height="\d+"/.test(attributes);
    const given = size && !known ? ` width="${size.width}" height="${size.height}"` : '';
    const own = given === '' ? attributes : attributes.replace(/(?:^|\s)(width|height)="[^"]*"/g, '');
    return `<img ${own.trim()}${given} loading="lazy" decoding="async">`;
  });
}
