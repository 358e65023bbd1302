import { datasetNamed } from '@yikao/model/contexts/datasets.ts';
import { createTableSql } from './tables.ts';

for (const name of process.argv.slice(2)) {
  const dataset = datasetNamed(name);
  if (!dataset) throw new Error(`No dataset is called ${name}`);
  process.stdout.write(`-- ${dataset.label.zh} ${dataset.label.en}\n${createTableSql(dataset)}\n`);
}
