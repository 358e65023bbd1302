// Runs before the first paint, so that a dark product does not flash white while its scripts load.
// The page's policy forbids inline scripts; the keys are those of shell/theme/preferences.ts and i18n/i18n.ts.
(() => {
  let mode = 'system';
  try {
    mode = JSON.parse(localStorage.getItem('yikao.theme') ?? '{}').mode ?? 'system';
  } catch {
    // A broken preference is the same as none.
  }
  const dark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.lang = localStorage.getItem('yikao.language') === 'en' ? 'en-US' : 'zh-CN';
})();
