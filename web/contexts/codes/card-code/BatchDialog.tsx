import { registry } from '@yikao/model/contexts/datasets.ts';
import { field, label } from '@yikao/model/kernel/language.ts';
import { limits } from '@yikao/model/limits.ts';
import { Checkbox, Radio, Segmented } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { AskedInput } from '../../../engine/form/AskedInput.tsx';
import { grouped } from '../../../engine/grouped.ts';
import { can } from '../../../engine/session/session.ts';
import { rangeOfText } from '../../../fields/parts/text-range.ts';
import { textOf } from '../../../fields/parts/values.ts';
import styles from './BatchDialog.module.css';
import { BatchRun } from './BatchRun.tsx';
import { type BatchAction, batchActionsFor } from './batch-actions.ts';
import { Counted } from './Counted.tsx';
import { plainSerial, serialSpan } from './serial-span.ts';
import { type BatchState, useBatch, type Which } from './use-batch.ts';

const { fields } = registry.cardCode;

const inputs = {
  ruleId: field.ref({ label: label('激活码规则', 'Rule'), to: 'cardCodeRule' }),
  partnersId: field.ref({ label: label('新的合伙人', 'New partner'), to: 'partners' }),
  channelId: field.ref({ label: label('新的渠道', 'New channel'), to: 'channel' }),
  codeExpireTime: field.dateTime({ label: label('新的有效期', 'New expiry'), until: true }),
  reason: field.text({ label: label('作废原因', 'Reason for voiding'), max: limits.remark }),
};

interface BatchDialogProps {
  /** The rows that are selected in the list. */
  readonly keys: readonly number[];
  readonly onClose: () => void;
}

/** Changes many codes at once: says how many they are and whose before anything is done (domain G3, 10). */
export function BatchDialog({ keys, onClose }: BatchDialogProps) {
  const { t } = useTranslation('codes');
  const actions = batchActionsFor(can);
  const batch = useBatch(keys, actions[0] ?? 'issue');
  const { action, counts, fit, jobs } = batch;
  if (jobs) return <BatchRun title={t(`batch.${action}`)} jobs={jobs} onClose={onClose} />;
  return (
    <Dialog
      long
      title={t('batch.title')}
      width={640}
      okText={t('batch.submit', { what: t(`batch.${action}`), count: grouped(fit) })}
      okButtonProps={{ danger: action === 'void', disabled: fit === 0 }}
      busy={batch.busy}
      onOk={batch.submit}
      problem={batch.problem}
      onClose={onClose}
    >
      <div className={styles.batch}>
        <Chooser batch={batch} keys={keys} />
        <Counted batch={batch} />
        {counts && counts.total > 0 && <What batch={batch} actions={actions} />}
      </div>
    </Dialog>
  );
}

/** Which codes: selected rows, a rule, or a range of serial numbers. */
function Chooser({ batch, keys }: { readonly batch: BatchState; readonly keys: readonly number[] }) {
  const { t } = useTranslation('codes');
  const { which, values } = batch;
  return (
    <section className={styles.part}>
      <Segmented<Which>
        block
        aria-label={t('batch.which')}
        value={which}
        onChange={batch.choose}
        options={[
          { value: 'rows', label: t('batch.rows', { count: grouped(keys.length) }) },
          { value: 'rule', label: t('batch.rule') },
          { value: 'range', label: t('batch.range') },
        ]}
      />
      {which === 'rows' && keys.length === 0 && <p className={styles.hint}>{t('batch.noRows')}</p>}
      {which === 'rows' && keys.length > limits.idsMax && (
        <p className={styles.hint} data-wrong role="alert">
          {t('batch.tooMany', { max: grouped(limits.idsMax) })}
        </p>
      )}
      {which === 'rule' && (
        <AskedInput
          field={inputs.ruleId}
          name="ruleId"
          values={values}
          onChange={ruleId => batch.change({ ruleId })}
        />
      )}
      {which === 'range' && <Range batch={batch} />}
    </section>
  );
}

/** The two ends of a range; both may be pasted into one. */
function Range({ batch: { values, change } }: { readonly batch: BatchState }) {
  const { t } = useTranslation('codes');
  const id = useId();
  const [start, end] = [textOf(values.start), textOf(values.end)];
  const span = serialSpan(start, end);
  const wrong = start !== '' && end !== '' && span === undefined;
  const take = (name: 'start' | 'end') => (value: unknown) => {
    const whole = rangeOfText(textOf(value));
    if (whole) change({ start: plainSerial(whole[0]), end: plainSerial(whole[1]) });
    else change({ [name]: value });
  };
  return (
    <>
      <div className={styles.two}>
        {(['start', 'end'] as const).map(name => (
          <AskedInput
            key={name}
            field={fields.serialNo}
            name={name}
            label={t(`batch.${name}`)}
            values={values}
            onChange={take(name)}
          />
        ))}
      </div>
      <p id={id} className={styles.hint} data-wrong={wrong} role={wrong ? 'alert' : 'status'}>
        {wrong
          ? t('batch.rangeWrong')
          : span === undefined
            ? t('batch.rangeHint')
            : t('batch.span', { count: grouped(span) })}
      </p>
    </>
  );
}

/** The action on the codes, and the values that it takes. */
function What({ batch, actions }: { readonly batch: BatchState; readonly actions: readonly BatchAction[] }) {
  const { t } = useTranslation('codes');
  const { action, counts, fit, values, change } = batch;
  const rest = (counts?.total ?? 0) - fit;
  const asked = (name: keyof typeof inputs, required = false) => (
    <AskedInput
      field={inputs[name]}
      name={name}
      values={values}
      required={required}
      onChange={value => change({ [name]: value })}
    />
  );
  return (
    <section className={styles.part}>
      <Radio.Group
        optionType="button"
        aria-label={t('batch.what')}
        value={action}
        onChange={event => batch.act(event.target.value)}
        options={actions.map(value => ({ value, label: t(`batch.${value}`) }))}
      />
      <p className={styles.said}>
        {t(`batch.${action}Text`)}{' '}
        {fit === 0
          ? t('batch.fitNone', { what: t(`batch.${action}`) })
          : rest === 0
            ? t('batch.fitAll')
            : t('batch.fit', { fit: grouped(fit), rest: grouped(rest) })}
      </p>
      {action === 'assign' && (
        <>
          <div className={styles.two}>
            {asked('partnersId')}
            {asked('channelId')}
          </div>
          <Checkbox checked={batch.also} onChange={event => batch.setAlso(event.target.checked)}>
            {t('batch.also')}
          </Checkbox>
        </>
      )}
      {action === 'extend' && asked('codeExpireTime', true)}
      {action === 'void' && asked('reason', true)}
    </section>
  );
}
