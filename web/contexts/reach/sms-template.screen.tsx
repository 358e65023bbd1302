import { registry } from '@yikao/model/contexts/datasets.ts';
import { reachCalls } from '@yikao/model/contexts/reach/reach.calls.ts';
import { templateAudit } from '@yikao/model/contexts/reach/reach.codes.ts';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';

const { smsTemplate } = registry;

/** Codes of `templateAudit`. */
const state = templateAudit.is;

/** Templates of texts (domain M6), reviewed by a second person or by the vendor's answer. */
export default function SmsTemplatePage() {
  const { t } = useTranslation('reach');
  const check = useCallback(
    async (templateId: number) => {
      await unlessRefused(async () => {
        const { auditStatus, remark } = await send(reachCalls.checkTemplate, { body: { templateId } });
        if (auditStatus === state.approved) notice.success(t('template.approved'));
        else if (auditStatus === state.submitted) notice.warning(t('template.pending'));
        else notice.error(t('template.rejected', { reason: remark ?? '' }));
      });
      await refreshRows(smsTemplate);
    },
    [t],
  );
  const actions = useMemo<RowAction<typeof smsTemplate>[]>(
    () => [
      {
        key: 'check',
        may: reachCalls.checkTemplate.may,
        label: t('template.check'),
        fits: ({ auditStatus }) => auditStatus === state.submitted,
        act: ({ templateId }) => void check(templateId),
      },
    ],
    [t, check],
  );
  return <DatasetScreen dataset={smsTemplate} rowActions={actions} />;
}
