/*
 * Icons of the menu's groups, by the names that the entries carry. Written out, since a look-up by name in the whole
 * set would load all of its 800 icons.
 */
export {
  AccountBookOutlined,
  BankOutlined,
  CompassOutlined,
  CreditCardOutlined,
  CustomerServiceOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  FileTextOutlined,
  FormOutlined,
  GlobalOutlined,
  LaptopOutlined,
  NotificationOutlined,
  PlayCircleOutlined,
  SettingOutlined,
  TeamOutlined,
  TikTokOutlined,
  UserOutlined,
} from '@ant-design/icons';
