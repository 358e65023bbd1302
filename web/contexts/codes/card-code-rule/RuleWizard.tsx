import { codeRuleType } from '@yikao/model/contexts/codes/codes.codes.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Flex, Radio, Steps } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { AskedInput } from '../../../engine/form/AskedInput.tsx';
import { useFirstInput } from '../../../engine/form/use-first-input.ts';
import { grouped } from '../../../engine/grouped.ts';
import { usePhone } from '../../../engine/use-media.ts';
import { isBlank, textOf, yuanText } from '../../../fields/parts/values.ts';
import { RuleMade } from './RuleMade.tsx';
import styles from './RuleWizard.module.css';
import { ruleKinds } from './rule-kinds.ts';
import { type RuleWizardState, useRuleWizard, wizardSteps } from './use-rule-wizard.ts';

const { fields } = registry.cardCodeRule;

/** Makes a rule of codes step by step, and shows how its codes are made (domain G2, 10). */
export function RuleWizard({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('codes');
  const phone = usePhone();
  const wizard = useRuleWizard();
  const { step, made } = wizard;
  const frame = useFirstInput(step);
  if (made) return <RuleMade rule={made} onClose={onClose} />;
  const last = step === wizardSteps.length - 1;
  const names = wizardSteps.map(({ key }) => t(`wizard.${key}`));
  return (
    <Dialog
      long
      title={t('wizard.title')}
      width={720}
      mask={{ closable: false }}
      onClose={onClose}
      footer={
        <Flex gap={8} justify="flex-end">
          {step > 0 && <Button onClick={wizard.back}>{t('wizard.back')}</Button>}
          {last ? (
            <Button type="primary" loading={wizard.busy} onClick={() => void wizard.submit()}>
              {t(wizard.kind === codeRuleType.is.online ? 'wizard.submitOnline' : 'wizard.submit')}
            </Button>
          ) : (
            <Button type="primary" onClick={wizard.next}>
              {t('wizard.next')}
            </Button>
          )}
        </Flex>
      }
      problem={wizard.problem}
    >
      {phone ? (
        <p className={styles.at}>
          {t('wizard.at', { step: step + 1, total: names.length, name: names[step] ?? '' })}
        </p>
      ) : (
        <Steps size="small" current={step} items={names.map(title => ({ title }))} />
      )}
      <form
        ref={frame}
        className={styles.step}
        onSubmit={event => {
          event.preventDefault();
          if (!last) wizard.next();
        }}
      >
        <StepFields wizard={wizard} />
        {/* Enter goes on. */}
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}

interface PartProps {
  readonly wizard: RuleWizardState;
}

function StepFields({ wizard }: PartProps) {
  switch (wizardSteps[wizard.step]?.key) {
    case 'card':
      return <CardStep wizard={wizard} />;
    case 'amount':
      return <AmountStep wizard={wizard} />;
    case 'owner':
      return <OwnerStep wizard={wizard} />;
    case 'expire':
      return <ExpireStep wizard={wizard} />;
    default:
      return <ConfirmStep wizard={wizard} />;
  }
}

/** An input of the wizard by the name of its field. */
function Asked({
  wizard: { values, wrong, change },
  name,
  hint,
  required,
}: PartProps & {
  readonly name: keyof typeof fields;
  readonly hint?: string | undefined;
  readonly required?: boolean;
}) {
  return (
    <AskedInput
      field={fields[name]}
      name={name}
      values={values}
      hint={hint}
      wrong={wrong[name]}
      required={required ?? false}
      onChange={value => change(name, name === 'prefix' && value ? textOf(value).toUpperCase() : value)}
    />
  );
}

function CardStep({ wizard }: PartProps) {
  const { t } = useTranslation('codes');
  const { card, nextSerial } = wizard;
  const facts = [
    card && t('wizard.cardPrice', { price: yuanText(card.price).slice(1) }),
    card?.expireTime && t('wizard.cardUntil', { time: card.expireTime.slice(0, 16) }),
    nextSerial && t('wizard.nextSerial', { serial: nextSerial }),
  ].filter(Boolean);
  return <Asked wizard={wizard} name="cardId" hint={facts.join(' · ')} required />;
}

function AmountStep({ wizard }: PartProps) {
  const { t } = useTranslation('codes');
  const { kind, card, nextSerial, values } = wizard;
  const own = !isBlank(values.prefix);
  return (
    <>
      <Radio.Group
        className={styles.kinds ?? ''}
        aria-label={t('wizard.kind')}
        value={kind}
        onChange={event => wizard.change('ruleType', event.target.value)}
      >
        {ruleKinds.map(({ kind: value, name }) => (
          <Radio key={value} value={value}>
            {t(`wizard.kind${name}`)} <span className={styles.hint}>{t(`wizard.kind${name}Text`)}</span>
          </Radio>
        ))}
      </Radio.Group>
      <div className={styles.two}>
        {kind === codeRuleType.is.batch && (
          <Asked
            wizard={wizard}
            name="quantity"
            hint={t('wizard.quantityHint', { max: grouped(limits.codesMax) })}
            required
          />
        )}
        <Asked
          wizard={wizard}
          name="prefix"
          hint={
            own || !nextSerial
              ? t('wizard.prefixHint', { prefix: card?.codePrefix ?? '' })
              : t('wizard.nextSerial', { serial: nextSerial })
          }
        />
      </div>
    </>
  );
}

function OwnerStep({ wizard }: PartProps) {
  const { t } = useTranslation('codes');
  const inChannel = !isBlank(wizard.values.channelId);
  return (
    <div className={styles.two}>
      <Asked wizard={wizard} name="partnersId" hint={t('wizard.partnerHint')} />
      <Asked wizard={wizard} name="unitPrice" hint={t('wizard.priceHint')} />
      <Asked wizard={wizard} name="channelId" hint={t('wizard.channelHint')} />
      {inChannel && <Asked wizard={wizard} name="shareChannel" hint={t('wizard.shareHint')} />}
    </div>
  );
}

function ExpireStep({ wizard }: PartProps) {
  const { t } = useTranslation('codes');
  const { expireTime } = wizard.card ?? {};
  return (
    <>
      <Asked wizard={wizard} name="codeExpireTime" hint={t('wizard.expireHint')} required />
      {expireTime && (
        <Button size="small" onClick={() => wizard.change('codeExpireTime', expireTime)}>
          {`${t('wizard.asCard')} · ${expireTime.slice(0, 16)}`}
        </Button>
      )}
    </>
  );
}

/** Everything that was chosen, in one sentence, and the name of the rule. */
function ConfirmStep({ wizard }: PartProps) {
  const { t } = useTranslation('codes');
  const { kind, count, names, values, card } = wizard;
  const said = {
    card: names.card,
    prefix: textOf(values.prefix) || card?.codePrefix || t('wizard.prefixOfCard'),
    owner: names.partner ? t('wizard.ofPartner', { partner: names.partner }) : t('wizard.ofHouse'),
    channel: !names.channel
      ? t('wizard.noChannel')
      : t(Number(values.shareChannel) === 1 ? 'wizard.withChannel' : 'wizard.withoutChannel', {
          channel: names.channel,
        }),
    price: yuanText(values.unitPrice).slice(1),
    until: textOf(values.codeExpireTime).slice(0, 16),
  };
  const sentence =
    kind === codeRuleType.is.batch
      ? t('wizard.batch', { ...said, count: grouped(count) })
      : t(kind === codeRuleType.is.single ? 'wizard.single' : 'wizard.online', said);
  return (
    <>
      <p className={styles.sentence}>{sentence}</p>
      <div className={styles.two}>
        <Asked wizard={wizard} name="ruleName" required />
        <Asked wizard={wizard} name="remark" />
      </div>
    </>
  );
}
