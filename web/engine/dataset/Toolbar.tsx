import {
  ColumnHeightOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownOutlined,
  EditOutlined,
  ExportOutlined,
  FileExcelOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  ImportOutlined,
  LayoutOutlined,
  PlusOutlined,
  ReloadOutlined,
  RestOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolName } from '../hooks/list-place.ts';
import { may } from '../hooks/may.ts';
import type { ListController } from '../hooks/use-list-controller.ts';
import { usePhone } from '../use-media.ts';
import type { DialogName } from './dialog-name.ts';
import styles from './Toolbar.module.css';

/** A button that a screen of its own adds behind the others. */
export interface ExtraTool {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly act: () => void;
  /** What the button opened, as long as it is open. */
  readonly dialog?: ReactNode;
}

interface ToolbarProps {
  readonly list: ListController;
  readonly onOpen: (dialog: DialogName) => void;
  readonly extra: readonly ExtraTool[];
  /** The states of the rows: beside the buttons where there are none on the left, above them otherwise. */
  readonly tabs?: ReactNode;
  readonly full: boolean;
  readonly onFull: (full: boolean) => void;
}

/** What may be done with the dataset, in the order of spec section 2; what the person may not do is absent. */
export function Toolbar({ list, onOpen, extra, tabs, full, onFull }: ToolbarProps) {
  const { dataset, preferences, place } = list;
  const { t } = useTranslation(['engine', 'trust']);
  const phone = usePhone();
  const files = dataset.excel !== undefined;
  const templates = files && (may(dataset, 'import') || may(dataset, 'batchUpdate'));

  const tools: ExtraTool[] = [];
  const offer = (when: boolean, key: ToolName, icon: ReactNode) => {
    if (when && (place === undefined || place.tools.includes(key)))
      tools.push({ key, label: t(`tools.${key}`), icon, act: () => onOpen(key) });
  };
  offer(may(dataset, 'add'), 'add', <PlusOutlined aria-hidden />);
  offer(files && may(dataset, 'import'), 'import', <ImportOutlined aria-hidden />);
  offer(files && may(dataset, 'export'), 'export', <ExportOutlined aria-hidden />);
  offer(files && may(dataset, 'batchUpdate'), 'batchUpdate', <EditOutlined aria-hidden />);
  offer(files && may(dataset, 'batchDelete'), 'batchDelete', <DeleteOutlined aria-hidden />);
  offer(
    files && (may(dataset, 'export') || templates),
    'exportFields',
    <UnorderedListOutlined aria-hidden />,
  );
  offer(templates, 'template', <FileExcelOutlined aria-hidden />);
  offer(dataset.yearly !== undefined && may(dataset, 'add'), 'copyYear', <CopyOutlined aria-hidden />);
  offer(dataset.dataChecks !== undefined, 'check', <SafetyCertificateOutlined aria-hidden />);
  tools.push(...extra);

  const first = phone ? tools.slice(0, 1) : tools;
  const rest = phone ? tools.slice(1) : [];
  return (
    <div className={styles.head} data-tools={tools.length > 0}>
      {tabs}
      <div
        className={styles.bar}
        data-embedded={place !== undefined}
        role="toolbar"
        aria-label={t('tools.label')}
      >
        <div className={styles.tools}>
          {first.map(({ key, label, icon, act }) => (
            <Button
              key={key}
              type={key === 'add' && !place ? 'primary' : 'default'}
              size={place ? 'small' : 'middle'}
              icon={icon}
              onClick={act}
            >
              {label}
            </Button>
          ))}
          {rest.length > 0 && (
            <Dropdown
              trigger={['click']}
              menu={{
                items: rest.map(({ key, label, icon }) => ({ key, label, icon })),
                onClick: ({ key }) => rest.find(tool => tool.key === key)?.act(),
              }}
            >
              <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
                {t('tools.more')}
              </Button>
            </Dropdown>
          )}
        </div>
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
          {!place && (
            <>
              <IconButton
                icon={<ColumnHeightOutlined aria-hidden />}
                label={t(preferences.compact ? 'tools.roomy' : 'tools.compact')}
                onClick={() => preferences.change({ compact: !preferences.compact })}
              />
              <IconButton
                icon={<LayoutOutlined aria-hidden />}
                label={t(preferences.split ? 'tools.over' : 'tools.beside')}
                onClick={() => preferences.change({ split: !preferences.split })}
              />
            </>
          )}
          <IconButton
            icon={<SettingOutlined aria-hidden />}
            label={t('tools.columns')}
            onClick={() => onOpen('columns')}
          />
          {!phone && !place && (
            <IconButton
              icon={full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
              label={t(full ? 'tools.leaveFull' : 'tools.full')}
              onClick={() => onFull(!full)}
            />
          )}
        </div>
      </div>
    </div>
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
