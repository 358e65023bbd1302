import { registry } from '@yikao/model/contexts/datasets.ts';
import { upStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { lectureCalls } from '@yikao/model/contexts/teaching/lecture.calls.ts';
import { settledPay } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { field, label } from '@yikao/model/kernel/language.ts';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { CallDialog } from '../../../engine/dialogs/CallDialog.tsx';
import { isBlank } from '../../../fields/parts/values.ts';

const { lecture, lectureApply, serviceOrder } = registry;

/** Lectures to choose from: those on the shelf. */
const lectureOf = field.ref({
  label: label('讲座', 'Lecture'),
  to: 'lecture',
  where: { upStatus: upStatus.is.on },
});
const candidateOf = field.ref({ label: label('考生账号', "Candidate's account"), to: 'wishUser' });

/** Registers somebody for a lecture, free of charge or by an order (domain J4). */
export function RegisterDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('teaching');
  return (
    <CallDialog
      title={t('register.title')}
      submit={t('register.submit')}
      asks={{
        lectureId: { field: lectureOf },
        userId: { field: candidateOf, hint: t('register.userHint') },
        name: { field: lectureApply.fields.name },
        mobile: { field: lectureApply.fields.mobile },
        payType: {
          field: field.code({ label: label('收款', 'Payment'), of: settledPay }),
          hint: t('register.payHint'),
        },
      }}
      missing={values =>
        isBlank(values.lectureId) ||
        (isBlank(values.userId) && (isBlank(values.name) || isBlank(values.mobile)))
          ? t('register.incomplete')
          : undefined
      }
      send={values =>
        send(lectureCalls.register, {
          body: {
            lectureId: Number(values.lectureId),
            ...(!isBlank(values.userId) && { userId: Number(values.userId) }),
            ...(!isBlank(values.name) && { name: String(values.name) }),
            ...(!isBlank(values.mobile) && { mobile: String(values.mobile) }),
            ...(!isBlank(values.payType) && { payType: Number(values.payType) }),
          },
          toast: false,
        })
      }
      done={({ orderNo }) => (orderNo === null ? t('register.done') : t('register.doneOrder', { orderNo }))}
      changes={[lectureApply, lecture, serviceOrder]}
      onClose={onClose}
    />
  );
}
