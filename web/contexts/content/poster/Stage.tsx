import type { BrokenText } from '@yikao/model/contexts/content/poster.calls.ts';
import type { Box } from '@yikao/model/contexts/content/rules/poster-layout.ts';
import { lineHeight } from '@yikao/model/rules/text-lines.ts';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSize } from '../../../engine/layout/use-size.ts';
import styles from './design.module.css';
import { screenFont } from './use-broken-texts.ts';
import { boxOfPart, type Design, type Part, type Size } from './use-design.ts';

/** Pixels by which an arrow key moves a part, and by which it does with Shift. */
const [step, bigStep] = [1, 10];

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface StageProps {
  readonly design: Design;
  readonly size: Size;
  /** Address of the loaded background. */
  readonly background: string;
  readonly broken: readonly BrokenText[];
}

/** The poster as large as fits, with parts that are dragged or moved by keys. */
export function Stage({ design, size, background, broken }: StageProps) {
  const { t } = useTranslation('display');
  const frame = useRef<HTMLDivElement>(null);
  const room = useSize(frame, 'clientWidth');
  const scale = Math.min(room / size.width, 480 / size.height) || 0.1;
  return (
    <div className={styles.stage} ref={frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a separate frame */}
      <div
        role="group"
        className={styles.canvas}
        data-paper
        aria-label={t('poster.stage', { width: size.width, height: size.height })}
        style={{ width: size.width * scale, height: size.height * scale }}
      >
        <div
          className={styles.picture}
          style={{
            width: size.width,
            height: size.height,
            backgroundImage: `url(${background})`,
            transform: `scale(${scale})`,
          }}
        >
          {design.texts.map((text, at) => (
            <StagePart
              key={text.key}
              design={design}
              part={text.key}
              scale={scale}
              label={t('poster.textAt', { place: at + 1, text: text.text, x: text.x, y: text.y })}
              wrong={(broken[at]?.missing.length ?? 0) > 0 || broken[at]?.cut === true}
              onRemove={() => design.remove(text.key)}
            >
              <span
                className={styles.lines}
                style={{
                  fontFamily: screenFont,
                  fontSize: text.size,
                  fontWeight: text.weight === 2 ? 700 : 400,
                  lineHeight,
                  color: text.colour,
                  textAlign: text.align === 2 ? 'center' : text.align === 3 ? 'right' : 'left',
                }}
              >
                {broken[at]?.lines.join('\n')}
              </span>
            </StagePart>
          ))}
          <StagePart
            design={design}
            part="qr"
            scale={scale}
            label={t('poster.qrAt', { ...design.code })}
            wrong={false}
          >
            <span className={styles.code} style={{ fontSize: design.code.size / 8 }}>
              {t('poster.qr')}
            </span>
          </StagePart>
        </div>
      </div>
    </div>
  );
}

interface StagePartProps {
  readonly design: Design;
  readonly part: Part;
  readonly scale: number;
  readonly label: string;
  readonly wrong: boolean;
  readonly onRemove?: () => void;
  readonly children: ReactNode;
}

function StagePart({ design, part, scale, label, wrong, onRemove, children }: StagePartProps) {
  const taken = useRef<{
    readonly pointer: number;
    readonly x: number;
    readonly y: number;
    readonly box: Box;
  }>(null);
  const box = boxOfPart(design, part);
  if (!box) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (direction) {
      event.preventDefault();
      const by = event.shiftKey ? bigStep : step;
      design.place(part, box.x + direction[0] * by, box.y + direction[1] * by);
    } else if (event.key === 'Delete' && onRemove) {
      event.preventDefault();
      onRemove();
    }
  };
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    design.select(part);
    taken.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, box };
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = taken.current;
    if (!from || from.pointer !== event.pointerId) return;
    const [x, y] = [(event.clientX - from.x) / scale, (event.clientY - from.y) / scale];
    design.place(part, from.box.x + x, from.box.y + y);
  };
  const drop = () => {
    taken.current = null;
  };
  return (
    <button
      type="button"
      className={styles.part}
      aria-label={label}
      aria-pressed={design.selected === part}
      data-part={part}
      data-wrong={wrong}
      style={{
        left: box.x,
        top: box.y,
        width: box.width,
        height: box.height,
        // As thin as ever, however small the picture is shown.
        outlineWidth: 2 / scale,
      }}
      onFocus={() => design.select(part)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      {children}
    </button>
  );
}
