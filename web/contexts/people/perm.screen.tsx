import { registry } from '@yikao/model/contexts/datasets.ts';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { IconCell, IconInput } from './perm/IconInput.tsx';

const overrides = { cells: { icon: IconCell }, inputs: { icon: IconInput } };

/** Directories, pages and buttons as a tree; icons are shown and chosen as pictures (domain A3). */
export default function PermPage() {
  return <DatasetScreen dataset={registry.perm} overrides={overrides} />;
}
