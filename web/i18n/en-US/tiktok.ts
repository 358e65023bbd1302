/** Accounts, courses and mounts of Douyin. */
export const tiktok = {
  authorise: 'Authorise an account',
  refresh: 'Renew',
  refreshed: 'The authorisation is renewed',
  over: 'Expired',
  leftDays: '{{days}} d {{hours}} h left',
  leftHours: '{{hours}} h {{minutes}} min left',
  hangs: 'Unbinding ends {{count}} mounts',
  hangsNothing: 'Nothing hangs on the account',
  more: 'and {{count}} more',
  progress: 'Progress',
  preview: 'On a phone',
  anchorEmpty: 'Anchor text',
  videoEmpty: 'Title of the video',
  views: 'Views',
  clicks: 'Clicks',
  deals: 'Deals',
} as const;
