import { registry } from '@yikao/model/contexts/datasets.ts';
import { guideInfoSteps } from '@yikao/model/contexts/guide/guide-info.machine.ts';
import { stepCode } from '@yikao/model/permissions.ts';
import { Switch } from 'antd';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayChange } from '../../../engine/access/may.ts';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { randomId } from '../../../engine/api/random-id.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { takeStep } from '../../../engine/calls/step-calls.ts';
import { can } from '../../../engine/session/session.ts';
import type { CellProps } from '../../../fields/field-view.ts';
import { CodeTag } from '../../../fields/parts/CodeTag.tsx';

const { guideInfo } = registry;
const { publish, unpublish } = guideInfoSteps.steps;

/** The publication of a chapter, as a switch for people who may publish. */
export function PublishCell({ value, record }: CellProps) {
  const { t } = useTranslation('guide');
  const [busy, setBusy] = useState(false);
  const out = value === 1;
  const step = out ? unpublish : publish;
  if (!step || !can(stepCode(guideInfo, step)) || !mayChange(guideInfo)) {
    return <CodeTag of={guideInfo.fields.publishFlag.of} value={value} />;
  }
  const turn = async () => {
    setBusy(true);
    try {
      await takeStep(guideInfo, step, { id: record.id, version: record.version }, randomId());
      notice.success(t(out ? 'takenBack' : 'published'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notice.error(error.message);
    } finally {
      setBusy(false);
      void refreshRows(guideInfo);
    }
  };
  return (
    <Switch
      size="small"
      checked={out}
      loading={busy}
      aria-label={t('publish', { title: String(record.title) })}
      onChange={(_, event) => {
        (event as MouseEvent).stopPropagation(); // a click on the row opens its details
        void turn();
      }}
    />
  );
}
