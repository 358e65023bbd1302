import type { DataOut } from '@yikao/model/calls/call.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { accessCalls } from '@yikao/model/contexts/people/access.calls.ts';
import { peopleCalls } from '@yikao/model/contexts/people/people.calls.ts';
import { Button, Drawer, Modal, Typography } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import { BackCloses } from '../../engine/boundary/BackCloses.tsx';
import { useQuestions } from '../../engine/boundary/questions.ts';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';
import { copyText } from '../../engine/clipboard.ts';
import { FieldServicesProvider } from '../../engine/field-services.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { useSession } from '../../engine/session/use-session.ts';
import { usePhone } from '../../engine/use-media.ts';
import { ExplainPanel } from './access/ExplainPanel.tsx';

/** Back-office users: a dataset screen on which administrators reset passwords (domain A1). */
export default function UserPage() {
  const { t } = useTranslation(['people', 'trust', 'security']);
  const modal = useQuestions();
  const { adminFlag, userId: own } = useSession();
  const [made, setMade] = useState<DataOut<typeof peopleCalls.resetPassword>>();
  const [asked, setAsked] = useState<{ userId: number; name: string }>();
  const phone = usePhone();

  const actions = useMemo<RowAction<typeof registry.adminUser>[]>(() => {
    const reset = async (userId: number) => {
      await unlessRefused(async () => {
        const answer = await send(peopleCalls.resetPassword, {
          body: { userId },
        });
        setMade(answer);
      });
    };
    const resetFactor = async (userId: number) => {
      await unlessRefused(async () => {
        await send(peopleCalls.resetSecondFactor, { body: { userId } });
        notice.success(t('security:reset.done'));
        await refreshRows(registry.adminUser);
      });
    };
    const factor: RowAction<typeof registry.adminUser> = {
      key: 'factor',
      may: peopleCalls.resetSecondFactor.may,
      label: t('security:reset.action'),
      fits: row => row.secondFactorFlag === 1 && row.userId !== own,
      act: row =>
        modal.confirm({
          title: t('security:reset.ask', { name: row.userName ?? '' }),
          content: t('security:reset.text'),
          onOk: () => resetFactor(row.userId),
        }),
    };
    const why: RowAction<typeof registry.adminUser> = {
      key: 'why',
      may: accessCalls.explain.may,
      label: t('trust:access.why'),
      act: row => setAsked({ userId: row.userId, name: row.nickName ?? '' }),
    };
    return [
      {
        key: 'reset',
        may: adminFlag === 1,
        label: t('reset.action'),
        fits: row => row.userId !== own,
        act: row =>
          modal.confirm({
            title: t('reset.ask', { name: row.userName ?? '' }),
            content: t('reset.text'),
            onOk: () => reset(row.userId),
          }),
      },
      why,
      factor,
    ];
  }, [adminFlag, own, modal, t]);

  return (
    <>
      <DatasetScreen dataset={registry.adminUser} rowActions={actions} />
      <Modal
        open={made !== undefined}
        title={t('reset.done')}
        width={420}
        mask={{ closable: false }}
        onCancel={() => setMade(undefined)}
        footer={
          <Button type="primary" onClick={() => void copyText(made?.password ?? '')}>
            {t('reset.copy')}
          </Button>
        }
      >
        {made !== undefined && <BackCloses onBack={() => setMade(undefined)} />}

        <Typography.Paragraph>{t('reset.once')}</Typography.Paragraph>
        <Typography.Title level={4} code copyable={false}>
          {made?.password}
        </Typography.Title>
        {made !== undefined && made.endedTokens > 0 && (
          <Typography.Paragraph>{t('reset.tokens', { count: made.endedTokens })}</Typography.Paragraph>
        )}
      </Modal>
      {asked && (
        <Drawer
          open
          size={phone ? '100%' : 720}
          title={t('trust:access.whyOf', { name: asked.name })}
          onClose={() => setAsked(undefined)}
        >
          <BackCloses onBack={() => setAsked(undefined)} />

          <FieldServicesProvider>
            <ExplainPanel userId={asked.userId} />
          </FieldServicesProvider>
        </Drawer>
      )}
    </>
  );
}
