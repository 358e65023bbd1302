import { importCalls } from '@yikao/model/calls/job-calls.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { askedOf } from '@yikao/model/kernel/import-kinds.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { i18n } from '../../i18n/i18n.ts';
import { download } from '../api/transfer.ts';
import { unlessRefused } from '../api/unless-refused.ts';
import { tableOf } from '../calls/import-calls.ts';

/**
 * Downloads the workbook to fill in, with the given columns (spec section 7, template download). Failures have been
 * shown when it settles.
 */
export async function downloadTemplate(
  dataset: AnyDataset,
  fieldNames: readonly string[],
  language: Language,
): Promise<void> {
  const { kind } = dataset.excel ?? {};
  const what = [dataset.label[language], kind?.label[language]].filter(Boolean).join('-');
  const title = i18n.t('engine:template.file', { what });
  await unlessRefused(async () => {
    await download(
      importCalls.template,
      {
        query: {
          tableId: tableOf(dataset),
          title,
          fieldNames,
          ...(kind && { type: kind.type, asked: JSON.stringify(askedOf(kind)) }),
        },
      },
      `${title}.xlsx`,
    );
  });
}
