import {
  ColumnHeightOutlined,
  DownOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  LayoutOutlined,
  ReloadOutlined,
  RestOutlined,
  SettingOutlined,
  SlidersOutlined,
} from '@ant-design/icons';
import type { ListTool } from '@yikao/model/kernel/dataset.ts';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { looksOnly, may } from '../access/may.ts';
import { useFitting } from '../list/use-fitting.ts';
import type { ListController } from '../list/use-list-controller.ts';
import { usePhone } from '../use-media.ts';
import type { DialogName } from './dialog-name.ts';
import type { ExtraTool } from './list-tools.tsx';
import styles from './Toolbar.module.css';
import { useTabList } from './use-tab-list.ts';

interface ToolbarProps {
  readonly list: ListController;
  readonly onOpen: (dialog: DialogName) => void;
  readonly tools: readonly ExtraTool[];
  /** The states of the rows: in the line of the buttons; above them on a phone. */
  readonly tabs?: ReactNode;
  readonly full: boolean;
  readonly onFull: (full: boolean) => void;
}

/** Buttons to fold first on a narrow screen: those needed once, or occasionally. */
const goFirst: readonly ListTool[] = ['template', 'exportFields', 'batchDelete', 'copyYear', 'batchUpdate'];

/** The buttons that have room, and one that opens the others. */
function ToolButtons({
  tools,
  embedded,
}: {
  readonly tools: readonly ExtraTool[];
  readonly embedded: boolean;
}) {
  const { t } = useTranslation('engine');
  const keys = tools.filter(tool => !tool.folded).map(({ key }) => key);
  const look = `${embedded} ${tools.map(({ label }) => label).join('|')}`;
  const { ref, folded, measuring } = useFitting<HTMLDivElement>(
    keys,
    goFirst,
    look,
    keys.length < tools.length,
  );
  const isFolded = (tool: ExtraTool) => tool.folded === true || folded.has(tool.key);
  const rest = tools.filter(isFolded);
  return (
    <div className={styles.tools} ref={ref}>
      {tools
        .filter(tool => !isFolded(tool))
        .map(({ key, label, icon, act, against = [] }) => (
          <Button
            key={key}
            data-tool={key}
            type={key === 'add' && !embedded ? 'primary' : 'default'}
            size={embedded ? 'small' : 'middle'}
            icon={icon}
            disabled={against.length > 0}
            title={against.join('; ')}
            onClick={act}
          >
            {label}
          </Button>
        ))}
      {(measuring || rest.length > 0) && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map(({ key, label, icon, against = [] }) => ({
              ...{ key, label, icon, disabled: against.length > 0, title: against.join('; ') },
            })),
            onClick: ({ key }) => rest.find(tool => tool.key === key)?.act(),
          }}
        >
          <Button
            data-tool=""
            size={embedded ? 'small' : 'middle'}
            icon={<DownOutlined aria-hidden />}
            iconPlacement="end"
          >
            {t('tools.more')}
          </Button>
        </Dropdown>
      )}
    </div>
  );
}

/** The actions of the dataset, and how its list looks. */
export function Toolbar({ list, onOpen, tools, tabs, full, onFull }: ToolbarProps) {
  const { dataset, place } = list;
  const { t } = useTranslation(['engine', 'trust']);
  const phone = usePhone();
  const head = useRef<HTMLDivElement>(null);
  useTabList(head);
  return (
    <div className={styles.head} ref={head}>
      {phone && tabs}
      <div
        className={styles.bar}
        data-embedded={place !== undefined}
        role="toolbar"
        aria-label={t('tools.label')}
      >
        {tools.length > 0 && <ToolButtons tools={tools} embedded={place !== undefined} />}
        {!place && looksOnly(dataset) && <span className={styles.note}>{t('list.looksOnly')}</span>}
        {!phone && tabs}
        <div className={styles.icons}>
          {!place && may(dataset, 'delete') && (
            <IconButton
              icon={<RestOutlined aria-hidden />}
              label={t('trust:trash.open')}
              onClick={() => onOpen('trash')}
            />
          )}
          <IconButton
            icon={<ReloadOutlined spin={list.stale} aria-hidden />}
            label={t('tools.refresh')}
            onClick={list.refresh}
          />
          {place ? (
            <IconButton
              icon={<SettingOutlined aria-hidden />}
              label={t('tools.columns')}
              onClick={() => onOpen('columns')}
            />
          ) : (
            <DisplayMenu list={list} full={full} onFull={onFull} onColumns={() => onOpen('columns')} />
          )}
        </div>
      </div>
    </div>
  );
}

/** The look of the list: its columns, its density, where details open, and the full screen, behind one button. */
function DisplayMenu({
  list: { preferences },
  full,
  onFull,
  onColumns,
}: Pick<ToolbarProps, 'list' | 'full' | 'onFull'> & { readonly onColumns: () => void }) {
  const { t } = useTranslation('engine');
  const phone = usePhone();
  const { compact, split } = preferences;
  const acts: Readonly<Record<string, () => void>> = {
    columns: onColumns,
    density: () => preferences.change({ compact: !compact }),
    details: () => preferences.change({ split: !split }),
    full: () => onFull(!full),
  };
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'columns', icon: <SettingOutlined aria-hidden />, label: t('tools.columns') },
          {
            key: 'density',
            icon: <ColumnHeightOutlined aria-hidden />,
            label: t(compact ? 'tools.roomy' : 'tools.compact'),
          },
          {
            key: 'details',
            icon: <LayoutOutlined aria-hidden />,
            label: t(split ? 'tools.over' : 'tools.beside'),
          },
          ...(phone
            ? []
            : [
                {
                  key: 'full',
                  icon: full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />,
                  label: t(full ? 'tools.leaveFull' : 'tools.full'),
                },
              ]),
        ],
        onClick: ({ key }) => acts[key]?.(),
      }}
    >
      <Button
        type="text"
        icon={<SlidersOutlined aria-hidden />}
        aria-label={t('tools.display')}
        title={t('tools.display')}
      />
    </Dropdown>
  );
}

function IconButton(props: {
  readonly icon: ReactNode;
  readonly label: string;
  readonly onClick: () => void;
}) {
  return (
    <Button
      type="text"
      icon={props.icon}
      aria-label={props.label}
      title={props.label}
      onClick={props.onClick}
    />
  );
}
