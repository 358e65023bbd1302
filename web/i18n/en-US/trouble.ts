import type { Translation } from '../translation.ts';
import type { trouble as chinese } from '../zh-CN/trouble.ts';

/** Texts for unavailable services, failures, and possible loss of input. */
export const trouble = {
  connection: {
    offline: 'You are offline. Work continues by itself once the network is back.',
    away: 'The server cannot be reached. Trying again; work continues by itself once it answers.',
    busy: 'The server is not available right now. Work continues by itself once it is.',
  },
  version: {
    title: 'A new version is available. Please reload the page.',
    unsaved: 'A new version is available. Save your work, then reload the page.',
    reload: 'Reload',
  },
  crash: {
    page: 'Something went wrong on this page',
    pageText: 'Other tabs are not affected. Try again; if it keeps failing, tell an administrator.',
    part: 'Something went wrong here',
    partText: 'Everything else still works. Try again; if it keeps failing, tell an administrator.',
    missing: 'This could not be loaded',
    missingText: 'What you typed is still here. Try again.',
    updatedText: 'Reload the page to open this.',
  },
  forbidden: {
    title: 'You have no access to this',
    text: 'Ask an administrator. It appears by itself once you are given access.',
  },
  stale: {
    failed: 'Could not load: {{message}}',
    since: 'Showing data from {{time}}, which is out of date.',
  },
  session: {
    expired: 'Your session has expired, please log in again',
    left: 'You logged out in another tab, please log in again',
    text: 'Everything on the page is still there and continues after you log in.',
    leave: 'Discard unsaved work and leave',
    newTab: 'Opens in a new tab. This page continues once you are done.',
    stranger: 'This is a different account',
    strangerText:
      'The unsaved work on this page belongs to "{{name}}" and will not be submitted as "{{other}}".',
    back: 'Log in as "{{name}}"',
    goOn: 'Discard it and continue as "{{other}}"',
  },
  leave: {
    title: 'Discard unsaved changes?',
    form: 'What you have typed will be lost.',
    tab: 'The unsaved changes on "{{title}}" will be lost.',
    refresh: 'The unsaved changes on "{{title}}" will be lost.',
    tabs: 'The unsaved changes on these pages will be lost: {{titles}}',
    logout: 'You have unsaved changes. They will be lost when you log out.',
    discard: 'Discard changes',
    stay: 'Keep editing',
    comma: ', ',
  },
  doubt: {
    waiting:
      'No answer came from the server, so it is not certain that this was saved. It is checked once the connection is back; please keep this open.',
    checking: 'Checking whether it was saved…',
    unknown: 'It could not be checked whether this was saved. Check again, or look in the list.',
    unsaved: 'Checked: it was not saved. What you typed is still here and can be submitted again.',
    check: 'Check now',
  },
} as const satisfies Translation<typeof chinese>;
