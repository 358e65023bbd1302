import { CalendarOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/datasets/index.ts';
import { Badge, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession } from '../../engine/session/use-session.ts';
import { dueFilters, useDue } from './due.ts';

/** The reminder in the top bar: how many leads the person is to follow up today. Who has none sees nothing. */
export function DueButton() {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const { userId } = useSession();
  const due = useDue();
  if (!due || due.today === 0) return null;
  const { today, overdue } = due;
  const label = overdue > 0 ? t('due.late', { today, overdue }) : t('due.today', { today });
  const open = () => {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(dueFilters(userId))) {
      for (const one of [value ?? []].flat()) query.append(key, one);
    }
    navigate(`${registry.lead.menu?.at}?${query}`);
  };
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
