import { CopyOutlined } from '@ant-design/icons';
import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { limits } from '@yikao/model/limits.ts';
import { groupedCode } from '@yikao/model/rules/activation-code.ts';
import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { copyText } from '../../../engine/clipboard.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import { AskedInput } from '../../../engine/form/AskedInput.tsx';
import { can } from '../../../engine/session/session.ts';
import { textOf } from '../../../fields/parts/values.ts';
import { CodeText } from '../parts/CodeText.tsx';
import styles from './DrawDialog.module.css';

const { cardCode, cardCodeRule } = registry;

/** A code that was drawn. */
interface Drawn {
  readonly codeId: number;
  readonly serialNo: string;
  readonly code: string;
}

interface DrawDialogProps {
  readonly rule: { readonly ruleId: number; readonly ruleName: string };
  readonly onClose: () => void;
}

/** Draws codes of a rule on demand, and shows them: whole for people who may export codes (domain G2). */
export function DrawDialog({ rule, onClose }: DrawDialogProps) {
  const { t } = useTranslation('codes');
  const [count, setCount] = useState<unknown>('1');
  const { busy, problem: wrong, setProblem: setWrong, attempt } = useAttempt();
  const [codes, setCodes] = useState<readonly Drawn[]>();
  const number = Number(count);
  const draw = async () => {
    if (!/^\d+$/.test(textOf(count)) || number < 1 || number > limits.codesDrawn)
      return setWrong(t('draw.countWrong', { max: limits.codesDrawn }));
    await attempt(async () => {
      const drawn = await send(codesCalls.draw, {
        body: { ruleId: rule.ruleId, count: number },
        toast: false,
      });
      setCodes(drawn.codes);
      void refreshRows(cardCode, cardCodeRule);
    });
  };
  return (
    <Dialog
      title={t('draw.title', { name: rule.ruleName })}
      width={520}
      okText={t(codes ? 'code.done' : 'draw.submit')}
      cancelButtonProps={{ className: codes ? (styles.none ?? '') : '' }}
      busy={busy}
      onOk={() => (codes ? onClose() : void draw())}
      onClose={onClose}
    >
      {codes ? (
        <DrawnCodes codes={codes} />
      ) : (
        <AskedInput
          field={cardCodeRule.fields.quantity}
          name="count"
          label={t('draw.count')}
          values={{ count }}
          hint={t('draw.countHint', { max: limits.codesDrawn })}
          wrong={wrong}
          required
          onChange={value => {
            setCount(value);
            setWrong(undefined);
          }}
        />
      )}
    </Dialog>
  );
}

function DrawnCodes({ codes }: { readonly codes: readonly Drawn[] }) {
  const { t } = useTranslation('codes');
  const whole = can(codesCalls.reveal.may);
  const all = codes.map(({ serialNo, code }) => `${serialNo}\t${groupedCode(code)}`).join('\n');
  return (
    <Flex vertical gap={12}>
      <div className={styles.head}>
        <span role="status">{t('draw.done', { count: codes.length })}</span>
        {whole && codes.length > 1 && (
          <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(all)}>
            {t('code.copyAll')}
          </Button>
        )}
      </div>
      {!whole && <Alert type="info" showIcon title={t('draw.masked')} />}
      <ul className={styles.codes}>
        {codes.map(({ codeId, serialNo, code }) => (
          <li key={codeId}>
            <span className={styles.serial}>{serialNo}</span>
            <CodeText code={code} />
            {whole && (
              <Button
                type="text"
                size="small"
                icon={<CopyOutlined aria-hidden />}
                aria-label={t('draw.copyOne', { serial: serialNo })}
                onClick={() => void copyText(groupedCode(code))}
              />
            )}
          </li>
        ))}
      </ul>
    </Flex>
  );
}
