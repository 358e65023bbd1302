import type { poster as declared } from '@yikao/model/contexts/content/poster.ts';
import {
  type Box,
  boxOf,
  fitsPoster,
  isInside,
  type PosterText,
} from '@yikao/model/contexts/content/rules/poster-layout.ts';
import type { DraftOf } from '@yikao/model/kernel/dataset.ts';
import type { NameOf } from '@yikao/model/kernel/names.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import type { Db } from '../../../engine/table/sql.ts';
import { missingCharacters } from '../../../platform/drawing/fonts.ts';
import { weightOf } from './poster-picture.ts';

type PosterIssue = Issue<NameOf<typeof declared.fields>>;

/** A poster as far as it was given. */
export type PosterDraft = DraftOf<typeof declared>;

/** Size of a picture; null for one whose head names none. */
interface Known {
  readonly path: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** The sizes of uploaded pictures by path. */
export async function readPictureSizes(
  db: Db,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Known>> {
  if (paths.length === 0) return new Map();
  const found = await sql<Known>`
    select path, width, height from t_upload_file where path = any(${[...paths]}::varchar[])`.execute(db);
  return new Map(found.rows.map(row => [row.path, row]));
}

function rule(field: NameOf<typeof declared.fields>, zh: string, en: string): PosterIssue {
  return issue(field, 'rule', { zh, en });
}

function backgroundIssues(known: Known | undefined): PosterIssue[] {
  // The field itself refuses a path that nobody uploaded.
  if (!known) return [];
  const { width, height } = known;
  if (width === null || height === null) {
    return [
      rule(
        'background',
        '无法读取，请重新上传 JPG、PNG 或 WebP 图片',
        'cannot be read; upload it again as JPG, PNG or WebP',
      ),
    ];
  }
  if (fitsPoster({ width, height })) return [];
  const { posterSideMin: least, posterSideMax: most, posterPixels: pixels } = limits;
  const [zhPixels, enPixels] = [Math.floor(pixels / 10_000), (pixels / 1e6).toFixed(1)];
  return [
    rule(
      'background',
      `为 ${width} × ${height} 像素；宽和高须在 ${least} 到 ${most} 之间，合计不超过 ${zhPixels} 万像素`,
      `has ${width} × ${height} pixels; each side must have ${least} to ${most}, and the whole at most ${enPixels} million`,
    ),
  ];
}

/** The texts of a poster; none if the field is empty. */
function textsOf({ textItems }: PosterDraft): readonly PosterText[] {
  return textItems ?? [];
}

function placeIssues(row: PosterDraft, { width, height }: { width: number; height: number }): PosterIssue[] {
  const { qrX: x, qrY: y, qrSize: side } = row;
  const picture = { width, height };
  const isOut = (box: Box) => !isInside(box, picture);
  const issues: PosterIssue[] = [];
  if (x != null && y != null && side != null && isOut({ x, y, width: side, height: side })) {
    issues.push(
      rule(
        'qrX',
        `使二维码超出了背景图（${width} × ${height} 像素），请移进图内或缩小`,
        `puts the QR code outside the background of ${width} × ${height} pixels; move it inside or make it smaller`,
      ),
    );
  }
  const out = textsOf(row).findIndex(text => isOut(boxOf(text)));
  if (out >= 0) {
    issues.push(
      rule(
        'textItems',
        `第 ${out + 1} 行超出了背景图（${width} × ${height} 像素），请移进图内，或减小宽度、字号、行数`,
        `has text ${out + 1} outside the background of ${width} × ${height} pixels; move it inside, or make its width, size or lines smaller`,
      ),
    );
  }
  return issues;
}

/** Names each text with a character that the font cannot draw, and the characters. */
function characterIssues(row: PosterDraft): PosterIssue[] {
  const lost = textsOf(row).flatMap(({ text, weight }, at) => {
    const missing = missingCharacters(text, weightOf(weight));
    return missing.length > 0 ? [{ place: at + 1, signs: missing.join(' ') }] : [];
  });
  if (lost.length === 0) return [];
  const zh = lost.map(({ place, signs }) => `第 ${place} 行的“${signs}”`).join('、');
  const en = lost.map(({ place, signs }) => `"${signs}" in text ${place}`).join(', ');
  return [
    rule(
      'textItems',
      `含有字体里没有的字：${zh}，请换一个写法`,
      `has characters that the font lacks: ${en}; write it in another way`,
    ),
  ];
}

/**
 * The problems of a poster that its fields alone do not show (domain L6): a background that is no picture or too large,
 * parts outside it, and characters that could not be drawn. A text that is longer than its box is no problem; it is cut.
 */
export function posterIssues(row: PosterDraft, sizes: ReadonlyMap<string, Known>): PosterIssue[] {
  const known = sizes.get(row.background ?? '');
  const background = backgroundIssues(known);
  const places =
    background.length === 0 && known?.width != null && known.height != null
      ? placeIssues(row, { width: known.width, height: known.height })
      : [];
  return [...background, ...places, ...characterIssues(row)];
}
