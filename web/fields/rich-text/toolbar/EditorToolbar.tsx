import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  DownOutlined,
  FontColorsOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  HighlightOutlined,
  ItalicOutlined,
  LineOutlined,
  MenuOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import type { Editor } from '@tiptap/core';
import { redo, undo } from '@tiptap/pm/history';
import type { Command } from '@tiptap/pm/state';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { convertible, editorMedia } from '../editor-media.ts';
import { insertRule, plainLines, setAlign, setHeading, toggleQuote } from './blocks.ts';
import { ColourTool } from './ColourTool.tsx';
import styles from './EditorToolbar.module.css';
import { LinkTool } from './LinkTool.tsx';
import { clearFormat, type FormatName, setLink, setStyle, toggleFormat } from './marks.ts';
import { Tool, ToolMenu } from './Tool.tsx';
import { isOffered, type TableTool, tableCommands, tableTools } from './table-tools.ts';
import { type Facts, useFacts } from './use-facts.ts';
import { useRoving } from './use-roving.ts';

/** Font sizes on offer, in pixels (spec section 9; the union of its sources, domain Q55). */
const fontSizes = [9, 10, 11, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32];

const headings = ['p', 'h1', 'h2', 'h3', 'h4'] as const;

const formatIcons: Readonly<Record<FormatName, typeof BoldOutlined>> = {
  bold: BoldOutlined,
  italic: ItalicOutlined,
  underline: UnderlineOutlined,
  strike: StrikethroughOutlined,
};

const aligns = {
  left: AlignLeftOutlined,
  center: AlignCenterOutlined,
  right: AlignRightOutlined,
  justify: MenuOutlined,
} as const;

interface EditorToolbarProps {
  readonly editor: Editor;
  /** The name of the field. */
  readonly label: string;
  readonly full: boolean;
  readonly onFull: (full: boolean) => void;
  readonly onFiles: (kind: 'image' | 'video', files: readonly File[]) => void;
}

interface PartProps extends Pick<EditorToolbarProps, 'editor'> {
  readonly facts: Facts;
}

/** Runs commands in the editor. */
function useRun(editor: Editor) {
  const focus = () => editor.view.focus();
  const run = (command: Command) => {
    command(editor.state, editor.view.dispatch, editor.view);
    // A press of the mouse leaves the focus where it was; after one elsewhere, typing goes on in the text.
    if (!document.activeElement?.closest('[role=toolbar]')) focus();
  };
  return { run, focus };
}

/** Type: headings, sizes, looks of letters, colours. */
function TypeTools({ editor, facts }: PartProps) {
  const { t } = useTranslation('engine');
  const { run, focus } = useRun(editor);
  const heading = headings.find(one => one === facts.heading);
  const nameOf = (tag: string) =>
    tag === 'p' ? t('fields.editor.p') : t('fields.editor.h', { level: tag.slice(1) });
  const down = <DownOutlined aria-hidden />;
  return (
    <>
      <ToolMenu
        label={t('fields.editor.heading')}
        icon={down}
        shown={nameOf(heading ?? facts.heading ?? 'p')}
        items={headings.map(tag => ({ key: tag, label: nameOf(tag) }))}
        selected={heading ?? ''}
        onChoose={tag => run(setHeading(tag))}
        onClosed={focus}
      />
      <ToolMenu
        label={t('fields.editor.size')}
        icon={down}
        shown={facts.size ?? t('fields.editor.size')}
        items={[
          { key: '', label: t('fields.editor.sizeNone') },
          ...fontSizes.map(size => ({ key: `${size}px`, label: `${size} px` })),
        ]}
        selected={facts.size ?? ''}
        onChoose={size => run(setStyle('font-size', size || null))}
        onClosed={focus}
      />
      <span className={styles.gap} />
      {(Object.keys(formatIcons) as FormatName[]).map(name => {
        const Icon = formatIcons[name];
        return (
          <Tool
            key={name}
            label={t(`fields.editor.${name}`)}
            icon={<Icon aria-hidden />}
            pressed={facts.on[name]}
            onClick={() => run(toggleFormat(name))}
          />
        );
      })}
      <ColourTool
        label={t('fields.editor.colour')}
        icon={<FontColorsOutlined aria-hidden />}
        colour={facts.colour}
        onChoose={colour => run(setStyle('color', colour))}
        onClosed={focus}
      />
      <ColourTool
        label={t('fields.editor.highlight')}
        icon={<HighlightOutlined aria-hidden />}
        colour={facts.highlight}
        onChoose={colour => run(setStyle('background-color', colour))}
        onClosed={focus}
      />
    </>
  );
}

/** Lines: alignment, lists, quotations. */
function LineTools({ editor, facts }: PartProps) {
  const { t } = useTranslation('engine');
  const { run, focus } = useRun(editor);
  const aligned = Object.hasOwn(aligns, facts.align ?? '') ? (facts.align as keyof typeof aligns) : undefined;
  const Aligned = aligns[aligned ?? 'left'];
  const toggleList = (name: 'bulletList' | 'orderedList') => {
    editor.commands.toggleList(name, 'listItem');
    run(plainLines);
  };
  return (
    <>
      <ToolMenu
        label={t('fields.editor.align')}
        icon={<Aligned aria-hidden />}
        items={(Object.keys(aligns) as (keyof typeof aligns)[]).map(key => {
          const Icon = aligns[key];
          return { key, label: t(`fields.editor.${key}`), icon: <Icon aria-hidden /> };
        })}
        selected={aligned ?? ''}
        onChoose={align => run(setAlign(align))}
        onClosed={focus}
      />
      <Tool
        label={t('fields.editor.bulletList')}
        icon={<UnorderedListOutlined aria-hidden />}
        pressed={facts.bulletList}
        onClick={() => toggleList('bulletList')}
      />
      <Tool
        label={t('fields.editor.orderedList')}
        icon={<OrderedListOutlined aria-hidden />}
        pressed={facts.orderedList}
        onClick={() => toggleList('orderedList')}
      />
      <Tool
        label={t('fields.editor.quote')}
        icon={
          <span aria-hidden className={styles.mark}>
            ”
          </span>
        }
        pressed={facts.quote}
        onClick={() => run(toggleQuote)}
      />
      <Tool
        label={t('fields.editor.rule')}
        icon={<LineOutlined aria-hidden />}
        onClick={() => run(insertRule)}
      />
      <span className={styles.gap} />
      <LinkTool link={facts.link} onChoose={address => run(setLink(address))} onClosed={focus} />
    </>
  );
}

/** A button that asks for files of one kind. */
function FileTool({
  kind,
  onFiles,
}: Pick<EditorToolbarProps, 'onFiles'> & { readonly kind: 'image' | 'video' }) {
  const { t } = useTranslation('engine');
  const input = useRef<HTMLInputElement>(null);
  const types =
    kind === 'image'
      ? [...editorMedia.image.types, ...convertible]
      : ['.mp4', '.rmvb', ...editorMedia.video.types];
  return (
    <>
      <Tool
        label={t(kind === 'image' ? 'fields.editor.picture' : 'fields.editor.video')}
        icon={kind === 'image' ? <PictureOutlined aria-hidden /> : <VideoCameraOutlined aria-hidden />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        multiple={kind === 'image'}
        accept={types.join(',')}
        onChange={event => {
          onFiles(kind, Array.from(event.target.files ?? []));
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}

function TableTools({ editor, facts }: PartProps) {
  const { t } = useTranslation('engine');
  const { run, focus } = useRun(editor);
  const items = tableTools.flatMap((group, index) => [
    ...(index === 0 ? [] : [{ type: 'divider' as const }]),
    ...(Object.keys(group) as TableTool[]).map(key => ({
      key,
      label: t(`fields.editor.${key}`),
      disabled: !isOffered(key, facts),
      danger: key.startsWith('delete'),
    })),
  ]);
  return (
    <ToolMenu
      label={t('fields.editor.table')}
      icon={<TableOutlined aria-hidden />}
      items={items}
      onChoose={key => run(tableCommands[key as TableTool])}
      onClosed={focus}
    />
  );
}

/** The editor's toolbar: one line that scrolls where it is narrow, one stop of the Tab key. */
export function EditorToolbar({ editor, label, full, onFull, onFiles }: EditorToolbarProps) {
  const { t } = useTranslation('engine');
  const bar = useRef<HTMLDivElement>(null);
  const facts = useFacts(editor);
  const { run } = useRun(editor);
  const roving = useRoving(bar);
  return (
    <div
      ref={bar}
      className={styles.toolbar}
      role="toolbar"
      aria-label={t('fields.editor.tools', { label })}
      // The selection in the text stays when a button is pressed.
      onMouseDown={event => {
        if (event.currentTarget.contains(event.target as Node)) event.preventDefault();
      }}
      {...roving}
    >
      <Tool
        label={t('fields.editor.undo')}
        icon={<UndoOutlined aria-hidden />}
        disabled={!facts.canUndo}
        onClick={() => run(undo)}
      />
      <Tool
        label={t('fields.editor.redo')}
        icon={<RedoOutlined aria-hidden />}
        disabled={!facts.canRedo}
        onClick={() => run(redo)}
      />
      <span className={styles.gap} />
      <TypeTools editor={editor} facts={facts} />
      <span className={styles.gap} />
      <LineTools editor={editor} facts={facts} />
      <FileTool kind="image" onFiles={onFiles} />
      <FileTool kind="video" onFiles={onFiles} />
      <TableTools editor={editor} facts={facts} />
      <span className={styles.gap} />
      <Tool
        label={t('fields.editor.clear')}
        icon={<ClearOutlined aria-hidden />}
        onClick={() => run(clearFormat)}
      />
      <Tool
        label={t(full ? 'fields.editor.leaveFull' : 'fields.editor.full')}
        icon={full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
        pressed={full}
        onClick={() => onFull(!full)}
      />
    </div>
  );
}
