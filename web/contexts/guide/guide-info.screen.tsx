import { registry } from '@yikao/model/contexts/datasets.ts';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { ChapterTree } from './guide-info/ChapterTree.tsx';
import { PublishCell } from './guide-info/PublishCell.tsx';

const overrides = { cells: { publishFlag: PublishCell } };

/** The application guide: its chapters as a tree, each with its text in the details, and a switch that publishes it (domain 10). */
export default function GuideInfoPage() {
  return (
    <DatasetScreen
      dataset={registry.guideInfo}
      overrides={overrides}
      aside={list => <ChapterTree list={list} />}
    />
  );
}
