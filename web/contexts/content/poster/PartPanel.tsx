import { DeleteOutlined } from '@ant-design/icons';
import { textAlign, textWeight } from '@yikao/model/contexts/content/display.codes.ts';
import type { BrokenText } from '@yikao/model/contexts/content/poster.calls.ts';
import { posterTexts } from '@yikao/model/contexts/content/poster.ts';
import { isInside } from '@yikao/model/contexts/content/rules/poster-layout.ts';
import type { CodeSet } from '@yikao/model/kernel/codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { Alert, Button, Flex, Input, InputNumber, Segmented } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './design.module.css';
import { boxOfPart, type Design, type DesignText, type Size } from './use-design.ts';

const columns = posterTexts.of;

interface PanelProps {
  readonly design: Design;
  readonly size: Size;
}

/** The exact numbers and texts of the part that is selected. */
export function PartPanel({
  design,
  size,
  broken,
}: PanelProps & { readonly broken: ReadonlyMap<number, BrokenText> }) {
  const { t } = useTranslation('display');
  const { selected } = design;
  const box = boxOfPart(design, selected);
  const text = design.texts.find(({ key }) => key === selected);
  return (
    <div className={styles.panel}>
      {box && !isInside(box, size) && <Alert type="error" showIcon title={t('poster.outside')} />}
      {text ? (
        <TextPanel key={text.key} design={design} size={size} text={text} broken={broken.get(text.key)} />
      ) : (
        <CodePanel design={design} size={size} />
      )}
    </div>
  );
}

function CodePanel({ design, size }: PanelProps) {
  const { t } = useTranslation('display');
  const { code, setCode } = design;
  return (
    <div className={styles.numbers}>
      <NumberInput label={t('poster.left')} value={code.x} max={size.width} onChange={x => setCode({ x })} />
      <NumberInput label={t('poster.top')} value={code.y} max={size.height} onChange={y => setCode({ y })} />
      <NumberInput
        label={t('poster.side')}
        value={code.size}
        min={limits.posterQrMin}
        max={Math.min(size.width, size.height)}
        onChange={side => setCode({ size: side })}
      />
    </div>
  );
}

function TextPanel({
  design,
  size,
  text,
  broken,
}: PanelProps & { readonly text: DesignText; readonly broken: BrokenText | undefined }) {
  const { t } = useTranslation('display');
  const language = useLanguage();
  const id = useId();
  const set = (change: Partial<DesignText>) => design.setText(text.key, change);
  const number = (name: 'x' | 'y' | 'width' | 'lines' | 'size', max: number) => (
    <NumberInput
      label={columns[name].label[language]}
      value={text[name]}
      min={columns[name].min ?? 0}
      max={Math.min(max, columns[name].max ?? max)}
      onChange={value => set({ [name]: value })}
    />
  );
  return (
    <>
      <Labelled label={columns.text.label[language]} id={id}>
        <Input.TextArea
          id={id}
          value={text.text}
          maxLength={limits.posterText}
          autoSize={{ minRows: 2, maxRows: 5 }}
          onChange={event => set({ text: event.target.value })}
        />
      </Labelled>
      {broken && broken.missing.length > 0 && (
        <Alert type="error" showIcon title={t('poster.missing', { signs: broken.missing.join(' ') })} />
      )}
      {broken?.cut && (
        <Alert type="warning" showIcon title={t('poster.cut', { shown: broken.lines.join(' ') })} />
      )}
      <div className={styles.numbers}>
        {number('x', size.width)}
        {number('y', size.height)}
        {number('width', size.width)}
        {number('lines', size.height)}
        {number('size', size.height)}
      </div>
      <Flex wrap gap="8px 16px">
        <CodeChoice
          label={columns.align.label[language]}
          of={textAlign}
          value={text.align}
          onChange={align => set({ align })}
        />
        <CodeChoice
          label={columns.weight.label[language]}
          of={textWeight}
          value={text.weight}
          onChange={weight => set({ weight })}
        />
        <ColourInput
          label={columns.colour.label[language]}
          value={text.colour}
          onChange={colour => set({ colour })}
        />
      </Flex>
      <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => design.remove(text.key)}>
        {t('poster.remove')}
      </Button>
    </>
  );
}

function Labelled({
  label,
  id,
  children,
}: {
  readonly label: string;
  readonly id: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}

interface NumberInputProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A whole number; one that is cleared comes back when the input is left. */
function NumberInput({ label, value, min = 0, max, onChange }: NumberInputProps) {
  const id = useId();
  return (
    <Labelled label={label} id={id}>
      <InputNumber
        id={id}
        className={styles.number ?? ''}
        value={value}
        min={min}
        max={max}
        precision={0}
        onChange={next => typeof next === 'number' && onChange(next)}
      />
    </Labelled>
  );
}

interface CodeChoiceProps<C extends number> {
  readonly label: string;
  readonly of: CodeSet<C>;
  readonly value: C;
  readonly onChange: (value: C) => void;
}

function CodeChoice<C extends number>({ label, of, value, onChange }: CodeChoiceProps<C>) {
  const language = useLanguage();
  const id = useId();
  return (
    <div className={styles.labelled}>
      <span id={id}>{label}</span>
      <Segmented<C>
        aria-labelledby={id}
        value={value}
        options={of.items.map(item => ({ value: item.code, label: item.label[language] }))}
        onChange={onChange}
      />
    </div>
  );
}

/** A colour, picked by the browser's own picker or typed. */
function ColourInput({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation('display');
  const id = useId();
  const known = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <Labelled label={label} id={id}>
      <span className={styles.colour}>
        <input
          type="color"
          aria-label={t('poster.pick')}
          value={known ? value : '#000000'}
          onChange={event => onChange(event.target.value)}
        />
        <Input
          id={id}
          value={value}
          maxLength={7}
          {...(!known && { status: 'error' as const })}
          onChange={event => onChange(event.target.value.trim().toLowerCase())}
        />
      </span>
    </Labelled>
  );
}
