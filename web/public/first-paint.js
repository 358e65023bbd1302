// Runs before the first paint, so that a dark product does not flash white while its scripts load, and asks for the texts
// of the person's language, and for what comes after the login where somebody has logged in.
// The page's policy forbids inline scripts; the keys are those of shell/theme/preferences.ts, i18n/i18n.ts and
// engine/session/session.ts.
(() => {
  let mode = 'system';
  try {
    mode = JSON.parse(localStorage.getItem('yikao.theme') ?? '{}').mode ?? 'system';
  } catch {
    // A broken preference is the same as none.
  }
  const dark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  const preferred = navigator.languages.find(tag => /^(zh|en)\b/i.test(tag)) ?? 'zh';
  const chosen = localStorage.getItem('yikao.language') ?? preferred;
  const language = /^en\b/i.test(chosen) ? 'en-US' : 'zh-CN';
  document.documentElement.lang = language;

  const loggedIn = sessionStorage.getItem('yikao.session') ?? localStorage.getItem('yikao.session');
  // The build writes the files here; while pages are worked on there are none.
  const announced = name => document.currentScript?.getAttribute(`data-${name}`)?.split(' ') ?? [];
  const wanted = [language];
  if (loggedIn !== null) wanted.push('stages');
  if (loggedIn !== null && location.pathname === '/home') wanted.push('home');
  for (const file of wanted.flatMap(announced)) {
    const link = document.createElement('link');
    link.href = file;
    link.crossOrigin = '';
    if (file.endsWith('.css')) {
      link.rel = 'stylesheet';
      // Record the result, because code that waits for the stylesheet may register after the event.
      const note = state => () => {
        link.dataset.early = state;
      };
      note('coming')();
      link.onload = note('here');
      link.onerror = note('failed');
    } else {
      link.rel = 'modulepreload';
    }
    document.head.append(link);
  }
})();
