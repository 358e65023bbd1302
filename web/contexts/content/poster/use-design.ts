import type { posterTexts } from '@yikao/model/contexts/content/poster.ts';
import { type Box, boxOf, type PosterText } from '@yikao/model/contexts/content/rules/poster-layout.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { DraftOf } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { useState } from 'react';
import type { WireRow } from '../../../engine/wire-row.ts';

/** A text as it is being designed; its key stays while it moves. */
export type DesignText = PosterText & { readonly key: number };

/** The place of the QR code. */
export interface DesignCode {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A part of the picture: the QR code, or a text by its key. */
export type Part = 'qr' | number;

/** Width and height of the background in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The values of a poster that its design sets. */
export type DesignValues = Required<
  Pick<DraftOf<typeof registry.poster>, 'qrX' | 'qrY' | 'qrSize' | 'textItems'>
>;

/** The design of a poster, and its changes. */
export interface Design {
  readonly texts: readonly DesignText[];
  readonly code: DesignCode;
  readonly selected: Part;
  readonly dirty: boolean;
  readonly values: DesignValues;
  select(part: Part): void;
  setText(key: number, change: Partial<PosterText>): void;
  setCode(change: Partial<DesignCode>): void;
  /** Moves a part to a place, as far as the picture reaches. */
  place(part: Part, x: number, y: number): void;
  add(text: string): void;
  remove(key: number): void;
}

/** The box of a part. */
export function boxOfPart({ texts, code }: Pick<Design, 'texts' | 'code'>, part: Part): Box | undefined {
  if (part === 'qr') return { x: code.x, y: code.y, width: code.size, height: code.size };
  const text = texts.find(({ key }) => key === part);
  return text && boxOf(text);
}

type Row = WireRow<(typeof registry.poster)['fields']>;

/** The most texts, as the field says. */
export const mostTexts: NonNullable<(typeof posterTexts)['max']> = limits.posterTexts;

/** Controls the design of a poster over a background of a size. */
export function useDesign(row: Row, size: Size | undefined): Design {
  const [{ texts, code, next }, setState] = useState(() => ({
    texts: (row.textItems ?? []).map((text, key): DesignText => ({ ...text, key })),
    code: { x: row.qrX ?? 0, y: row.qrY ?? 0, size: row.qrSize ?? limits.posterQrMin } satisfies DesignCode,
    next: row.textItems?.length ?? 0,
  }));
  const [selected, select] = useState<Part>('qr');
  const [dirty, setDirty] = useState(false);
  type State = typeof state;
  const state = { texts, code, next };
  const change = (to: (old: State) => State) => {
    setState(to);
    setDirty(true);
  };
  const setText: Design['setText'] = (key, values) =>
    change(old => ({
      ...old,
      texts: old.texts.map(text => (text.key === key ? { ...text, ...values } : text)),
    }));
  const setCode: Design['setCode'] = values => change(old => ({ ...old, code: { ...old.code, ...values } }));
  return {
    ...{ texts, code, selected, dirty, select, setText, setCode },
    values: {
      ...{ qrX: code.x, qrY: code.y, qrSize: code.size },
      textItems: texts.map(({ key: _, ...text }) => text),
    },
    place(part, x, y) {
      const box = boxOfPart(state, part);
      if (!box || !size) return;
      const within = (at: number, most: number) => Math.round(Math.min(Math.max(0, at), Math.max(0, most)));
      const to = { x: within(x, size.width - box.width), y: within(y, size.height - box.height) };
      if (to.x === box.x && to.y === box.y) return;
      if (part === 'qr') setCode(to);
      else setText(part, to);
    },
    add(text) {
      const width = Math.round((size?.width ?? 1_080) * 0.8);
      const left = Math.round(((size?.width ?? 1_080) - width) / 2);
      const added: DesignText = {
        ...{ key: next, text, x: left, y: Math.round((size?.height ?? 1_920) * 0.45), width },
        ...{ lines: 1, size: 48, align: 2, weight: 1, colour: '#222222' },
      };
      change(old => ({ ...old, texts: [...old.texts, added], next: old.next + 1 }));
      select(next);
    },
    remove(key) {
      change(old => ({ ...old, texts: old.texts.filter(text => text.key !== key) }));
      select('qr');
    },
  };
}
