import type { Translation } from '../translation.ts';
import type { login as chinese } from '../zh-CN/login.ts';

/** The login page (spec section 2). */
export const login = {
  title: 'Log in',
  welcome: 'Welcome back',
  account: 'Account',
  accountPlaceholder: 'Your account',
  accountRequired: 'Enter the account',
  password: 'Password',
  passwordPlaceholder: 'Your password',
  passwordRequired: 'Enter the password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  capsLock: 'Caps Lock is on',
  captcha: 'Captcha',
  captchaPlaceholder: 'Characters of the image',
  captchaRequired: 'Enter the captcha',
  captchaRefresh: 'Hard to read? Click for another',
  captchaFailed: 'Not loaded, click to retry',
  remember: 'Remember me',
  rememberHint: 'Stay logged in for seven days; the password itself is never stored',
  submit: 'Log in',
  submitting: 'Logging in',
  register: 'Register as partner or agency',
  servicePhone: 'Service phone',
  language: '中文',
  taglines: {
    ykzyb: 'One list of wishes, one step to the stage',
    mszytb: 'Every stroke finds its place',
    ykzyzn: 'Know the way, and it is not far',
  },
  subtitles: {
    ykzyb: 'Unified exams, school exams, admissions and wishes, kept in one place',
    mszytb: 'Art schools, score lines and wishes, kept in one place',
    ykzyzn: 'Exam calendars, policies and guides, kept in one place',
  },
} satisfies Translation<typeof chinese>;
