import type { Translation } from '../translation.ts';
import type { article as chinese } from '../zh-CN/article.ts';

/** Articles and official accounts. */
export const article = {
  scheduled: 'From {{time}}',
  past: 'The publishing time {{time}} has passed: the article goes public as soon as it is put online, and keeps this date',
  future: 'Once it is put online, it goes public automatically at {{time}}',
  paste: {
    button: 'Paste a link',
    title: 'Read an official account article',
    link: 'Link',
    hint: 'Open the article in WeChat and copy its link; only mp.weixin.qq.com links work',
    wrong: 'Paste a link that begins with https://mp.weixin.qq.com/',
    read: 'Read',
    reading: 'Reading the article and its pictures; with many pictures this takes about half a minute',
    fill: 'Fill in the form',
    again: 'Another link',
    pictures: 'Pictures: {{taken}} brought in',
    lost: '{{count}} could not be fetched; they keep their addresses and are tried again after saving',
    known:
      'This article has already been imported: "{{title}}" (ID {{id}}). Filling in the form creates a second one',
    from: 'Source',
    time: 'Published',
    none: 'unknown',
  },
  preview: {
    action: 'Preview',
    title: 'Preview: {{title}}',
    phone: 'Phone, 390',
    wide: 'Computer',
    site: 'Site',
    open: 'Open in a new window',
    hint: 'The link works for {{minutes}} minutes, or until the article changes',
    failed: 'The preview could not be opened; try again',
    again: 'Open again',
  },
  versions: {
    tab: 'Versions',
    none: 'No versions available',
    current: 'Current',
    made: '{{who}} changed {{what}}',
    product: 'The system',
    compare: 'View and compare',
    title: 'Version {{version}} · {{time}}',
    changes: 'Differences from the current text',
    same: 'The same as the current text',
    text: 'Text of the version',
    restore: 'Restore this version',
    restoreAsk:
      'Replace the current title, text, cover and source with those of version {{version}}? Restoring creates a new version, so you can switch back.',
    restoreAudit: 'The article becomes a draft and has to be reviewed again',
    restored: 'Version {{version}} is restored',
    stale: 'Somebody else has just changed the article. It was reloaded; please check it again',
  },
  official: {
    sync: 'Synchronise',
    articles: 'Articles',
    progress: 'Running: {{done}} of {{total}} read',
    begun: 'The synchronisation has started; new articles appear under "Articles of official accounts"',
    waiting: 'Imported articles that were never published: {{count}}',
    show: 'Show',
  },
} as const satisfies Translation<typeof chinese>;
