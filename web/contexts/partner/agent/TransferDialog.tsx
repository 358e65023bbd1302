import { registry } from '@yikao/model/contexts/datasets.ts';
import { agencyCalls } from '@yikao/model/contexts/partner/agency.calls.ts';
import { refNameKey } from '@yikao/model/kernel/field.ts';
import { field, label } from '@yikao/model/kernel/language.ts';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { CallDialog } from '../../../engine/dialogs/CallDialog.tsx';
import { idsOf } from '../../../fields/parts/values.ts';

const { agent, partners, adminUser, wishUser } = registry;

interface TransferDialogProps {
  /** The agency it was opened from; more may be added. */
  readonly first: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}

const agencies = field.refs({ to: 'agent', label: label('机构', 'Agencies'), required: true });
const receiver = field.ref({ to: 'partners', label: label('转入合伙人', 'New partner'), required: true });

/** Moves agencies to another partner, with their accounts and candidates. */
export function TransferDialog({ first, onClose }: TransferDialogProps) {
  const { t } = useTranslation('partner');
  return (
    <CallDialog
      title={t('agency.title')}
      submit={t('agency.transfer')}
      width={520}
      asks={{
        agentIds: { field: agencies, label: t('agency.agencies') },
        partnersId: { field: receiver, label: t('agency.to') },
      }}
      begin={{ agentIds: [first.id], [refNameKey('agentIds')]: [first.name], partnersId: null }}
      missing={({ agentIds, partnersId }) =>
        agentIds === null || partnersId === null ? t('agency.ask') : undefined
      }
      send={({ agentIds, partnersId }) =>
        send(agencyCalls.transfer, {
          body: { agentIds: idsOf(agentIds), partnersId: Number(partnersId) },
          toast: false,
        })
      }
      refusal={moved => (moved.agencies === 0 ? t('agency.same') : undefined)}
      done={moved => t('agency.done', moved)}
      changes={[agent, partners, adminUser, wishUser]}
      text={t('agency.text')}
      onClose={onClose}
    />
  );
}
