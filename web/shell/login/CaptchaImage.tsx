import { useTranslation } from 'react-i18next';
import type { Captcha } from '../../contexts/system/site/use-captcha.ts';
import { AgainIcon } from './icons.tsx';
import styles from './LoginForm.module.css';

interface Props {
  readonly captcha: Captcha;
  readonly onRefresh: () => void;
}

/** The captcha next to its field; a click loads another. */
export function CaptchaImage({ captcha, onRefresh }: Props) {
  const { t } = useTranslation('login');
  const failed = captcha.state === 'failed';
  const hint = t(failed ? 'captchaFailed' : 'captchaRefresh');
  return (
    <button type="button" className={styles.captcha} onClick={onRefresh} title={hint} aria-label={hint}>
      {captcha.state === 'shown' && <img src={captcha.image} alt="" />}
      {failed && <AgainIcon />}
    </button>
  );
}
