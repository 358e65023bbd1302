import { CalendarOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { Badge, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { listAddress, useGoTo } from '../../../engine/link/page-address.ts';
import { useSession } from '../../../engine/session/use-session.ts';
import { dueFilters, useDue } from './due.ts';

/** The reminder in the top bar: the number of leads to follow up today. Hidden if there are none. */
export function DueButton() {
  const { t } = useTranslation('crm');
  const goTo = useGoTo();
  const { userId } = useSession();
  const due = useDue();
  if (!due || due.today === 0) return null;
  const { today, overdue } = due;
  const label = overdue > 0 ? t('due.late', { today, overdue }) : t('due.today', { today });
  const open = () => goTo(listAddress(registry.lead, dueFilters(userId)));
  return (
    <Badge count={today} size="small" offset={[-6, 6]} color={overdue > 0 ? 'red' : 'orange'}>
      <Button
        type="text"
        icon={<CalendarOutlined aria-hidden />}
        aria-label={label}
        title={label}
        onClick={open}
      />
    </Badge>
  );
}
