import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  ExportOutlined,
  FileExcelOutlined,
  HistoryOutlined,
  ImportOutlined,
  PlusOutlined,
  SafetyCertificateOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { hasCall } from '@yikao/model/calls/dataset-calls.ts';
import type { ListTool } from '@yikao/model/kernel/dataset.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { may, mayUseKinds, type Permitted, permitted } from '../access/may.ts';
import { noConditions } from '../history/changes-conditions.ts';
import type { ListController } from '../list/use-list-controller.ts';
import type { DialogName } from './dialog-name.ts';

/** A button that a custom screen adds: after the others, but first if its key is `add`. */
export interface ExtraTool extends Permitted {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly act: () => void;
  /** The known reasons against it; it is then shown disabled. */
  readonly against?: readonly string[];
  /** Always in the overflow menu, however much room there is. */
  readonly folded?: boolean;
  /** Makes the first rows of the list: the next step where there are none. */
  readonly begins?: boolean;
  /** The dialog of the button, while open. */
  readonly dialog?: ReactNode;
}

/** Buttons that a list shows unless its dataset names others; the menu has the rest. */
const usual: readonly ListTool[] = ['add', 'import', 'export'];

/** The buttons of a dataset in the order of spec section 2, without those the person may not use, with `extra`. */
export function useListTools(
  list: ListController,
  onOpen: (dialog: DialogName) => void,
  extra: readonly ExtraTool[] = [],
): ExtraTool[] {
  const { dataset, place } = list;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const files = dataset.excel !== undefined;
  const templates = files && (may(dataset, 'import') || may(dataset, 'batchUpdate'));
  const tools: ExtraTool[] = [];
  const isOffered = (key: ListTool) => place === undefined || place.tools.includes(key);
  const offer = (when: boolean, key: ListTool, icon: ReactNode) => {
    if (!when || !isOffered(key)) return;
    const folded = place === undefined && !(dataset.list.tools ?? usual).includes(key);
    tools.push({ key, label: t(`tools.${key}`), icon, folded, act: () => onOpen(key) });
  };
  offer(may(dataset, 'add'), 'add', <PlusOutlined aria-hidden />);
  const kinds = mayUseKinds(dataset).flatMap(({ type, button }) => (button ? [{ type, button }] : []));
  offer(files && may(dataset, 'import') && kinds.length === 0, 'import', <ImportOutlined aria-hidden />);
  if (files && may(dataset, 'import') && isOffered('import')) {
    for (const { type, button } of kinds) {
      const key = `import:${type}` as const;
      tools.push({
        key,
        label: button[language],
        icon: <ImportOutlined aria-hidden />,
        act: () => onOpen(key),
      });
    }
  }
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
  if (place === undefined && hasCall(dataset, 'changes')) {
    tools.push({
      key: 'changes',
      label: t('tools.changes'),
      icon: <HistoryOutlined aria-hidden />,
      folded: true,
      act: () => list.showChanges(noConditions),
    });
  }
  const own = permitted(extra);
  // The button that adds rows comes first everywhere, and so has room on a phone.
  const adds = own.filter(({ key }) => key === 'add');
  return [...adds, ...tools, ...own.filter(({ key }) => key !== 'add')];
}

/**
 * The button that makes the first rows of a list, to offer where there are none: the one that its screen names, or that
 * of a new row, or of an import. Undefined if the person may use none of them.
 */
export function firstTool(tools: readonly ExtraTool[]): ExtraTool | undefined {
  const usable = tools.filter(({ against = [] }) => against.length === 0);
  return (
    usable.find(({ begins }) => begins) ??
    usable.find(({ key }) => key === 'add') ??
    usable.find(({ key }) => key.startsWith('import'))
  );
}
