import { CopyOutlined, EyeOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { codeHeadLength, groupedCode, maskedCode } from '@yikao/model/rules/activation-code.ts';
import { Alert, Button, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { send } from '../../../engine/api/send.ts';
import { copyText } from '../../../engine/clipboard.ts';
import { CodeText } from './CodeText.tsx';
import styles from './RevealedCode.module.css';

/** Seconds for which a whole code is on the screen. */
const shownSeconds = 30;

/** Seconds that are left of a time that begins when it is first drawn. */
function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1_000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000))), 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

/** A whole code, for people who may export codes: it can be copied, and is hidden again after {@link shownSeconds}. */
export function RevealedCode({ codeId }: { readonly codeId: number }) {
  const [round, setRound] = useState(0);
  const asked = useQuery({
    queryKey: ['code', codeId, round],
    queryFn: ({ signal }) => send(codesCalls.reveal, { body: { codeId }, signal, toast: false }),
    // Nothing of it is kept once it is off the screen.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (asked.error instanceof ApiError) return <Alert type="error" showIcon title={asked.error.message} />;
  if (!asked.data) return <Skeleton.Button active block />;
  return <Shown key={round} code={asked.data.code} onAgain={() => setRound(round + 1)} />;
}

interface ShownProps {
  readonly code: string;
  readonly onAgain: () => void;
}

function Shown({ code, onAgain }: ShownProps) {
  const { t } = useTranslation('codes');
  const left = useCountdown(shownSeconds);
  const hidden = left === 0;
  return (
    <div className={styles.revealed}>
      <CodeText large code={hidden ? maskedCode(code.slice(0, codeHeadLength)) : code} />
      {hidden ? (
        <Button icon={<EyeOutlined aria-hidden />} onClick={onAgain}>
          {t('code.again')}
        </Button>
      ) : (
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(groupedCode(code))}>
          {t('code.copy')}
        </Button>
      )}
      <p className={styles.hint} role="timer">
        {hidden ? t('code.hidden') : t('code.hides', { seconds: left })}
      </p>
    </div>
  );
}
