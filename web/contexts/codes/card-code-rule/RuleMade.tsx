import { CheckCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { codeRuleStatus, codeRuleType } from '@yikao/model/contexts/codes/codes.codes.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { Button, Flex, Progress, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { send } from '../../../engine/api/send.ts';
import { readRow } from '../../../engine/calls/dataset-calls.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { grouped } from '../../../engine/grouped.ts';
import { listAddress } from '../../../engine/link/page-address.ts';
import { can } from '../../../engine/session/session.ts';
import { PageLink } from '../../../engine/tab/PageLink.tsx';
import { ExportCodes } from '../parts/ExportCodes.tsx';
import { RevealedCode } from '../parts/RevealedCode.tsx';
import { generating, numbersOf } from './RuleBar.tsx';
import styles from './RuleMade.module.css';
import { percentMade } from './rule-shares.ts';
import type { MadeRule } from './use-rule-wizard.ts';

const { cardCode, cardCodeRule } = registry;

/** Milliseconds between two looks at the codes that are being made. */
const lookMs = 1_000;

/** States in which a rule has all its codes, or will have no more (domain G2). */
const states = codeRuleStatus.is;

interface RuleMadeProps {
  readonly rule: MadeRule;
  readonly onClose: () => void;
}

/** The outcome of a new rule: the progress of its codes, and the way to them. */
export function RuleMade({ rule, onClose }: RuleMadeProps) {
  const { t } = useTranslation('codes');
  const { kind, startSerialNo } = rule;
  return (
    <Dialog
      title={rule.ruleName}
      width={560}
      mask={{ closable: false }}
      onClose={onClose}
      okText={t('code.done')}
    >
      <div className={styles.made}>
        {kind === codeRuleType.is.batch && <Making rule={rule} onLeave={onClose} />}
        {kind === codeRuleType.is.single && startSerialNo !== null && <Single serialNo={startSerialNo} />}
        {kind === codeRuleType.is.online && <Told text={t('made.online')} />}
      </div>
    </Dialog>
  );
}

/** A sentence that something was done. */
function Told({ text }: { readonly text: string }) {
  return (
    <p className={styles.told} role="status">
      <CheckCircleFilled className={styles.sign ?? ''} aria-hidden /> {text}
    </p>
  );
}

function Making({
  rule: { ruleId, ruleName },
  onLeave,
}: {
  readonly rule: MadeRule;
  readonly onLeave: () => void;
}) {
  const { t } = useTranslation('codes');
  const { data: rule } = useQuery({
    queryKey: ['row', cardCodeRule.name, ruleId, 'made'],
    queryFn: ({ signal }) => readRow(cardCodeRule, ruleId, signal),
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data === undefined || (state.data.ruleStatus ?? 0) <= generating ? lookMs : false,
  });
  const over = rule !== undefined && (rule.ruleStatus ?? 0) > generating;
  useEffect(() => {
    if (!over) return;
    void refreshRows(cardCodeRule, cardCode);
  }, [over]);
  if (!rule) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const numbers = numbersOf(rule);
  const failed = rule.ruleStatus === states.failed;
  const done = rule.ruleStatus === states.done;
  const count = grouped(numbers.generated);
  return (
    <>
      <Progress
        percent={percentMade(numbers)}
        status={failed ? 'exception' : done ? 'success' : 'active'}
        aria-label={t('made.of', { done: count, total: grouped(numbers.quantity) })}
      />
      <p className={styles.count}>{t('made.of', { done: count, total: grouped(numbers.quantity) })}</p>
      <p className={styles.told} role="status">
        {failed
          ? t('made.failed', { count })
          : done
            ? t('made.done', { count })
            : t(rule.ruleStatus === states.voided ? 'made.voided' : 'made.making')}
      </p>
      {rule.startSerialNo && rule.endSerialNo && (
        <p className={styles.range}>
          {t('made.range', { start: rule.startSerialNo, end: rule.endSerialNo })}
        </p>
      )}
      {done && (
        <Flex wrap gap={16} align="center">
          {may(cardCode, 'list') && (
            <PageLink to={listAddress(cardCode, { ruleId })} onFollow={onLeave}>
              {t('made.look')}
            </PageLink>
          )}
          {may(cardCode, 'export') && <ExportCodes ruleId={ruleId} name={ruleName} />}
        </Flex>
      )}
    </>
  );
}

function Single({ serialNo }: { readonly serialNo: string }) {
  const { t } = useTranslation('codes');
  const [shown, setShown] = useState(false);
  const mayReveal = can(codesCalls.reveal.may) && can(codesCalls.serialNo.may);
  const { data } = useQuery({
    queryKey: ['code-of', serialNo],
    queryFn: ({ signal }) => send(codesCalls.serialNo, { query: { serialNo }, signal }),
    enabled: shown,
    gcTime: 0,
  });
  const codeId = data?.code?.codeId;
  return (
    <>
      <Told text={t('made.single', { serial: serialNo })} />
      {codeId !== undefined ? (
        <RevealedCode codeId={codeId} />
      ) : (
        mayReveal && (
          <Button loading={shown} onClick={() => setShown(true)}>
            {t('code.reveal')}
          </Button>
        )
      )}
    </>
  );
}
