// Before anything that is checked.
import './zod-without-code.ts';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Boundary } from './engine/boundary/Boundary.tsx';
import { tellLanguageFailed } from './engine/language.ts';
import { followOtherTabs, textsReady } from './i18n/i18n.ts';
import { retryFailedStyles } from './loading/lazy-code.ts';
import { App, prepareFrame } from './shell/App.tsx';
import { setPageColours } from './shell/theme/use-page-colours.ts';
import './shell/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

function draw(root: HTMLElement) {
  // A language chosen in one browser tab applies to the others.
  followOtherTabs(tellLanguageFailed);
  createRoot(root).render(
    <StrictMode>
      <Boundary around="page">
        <App />
      </Boundary>
    </StrictMode>,
  );
}

/** In both languages, since no texts are loaded. */
function tellMissing(root: HTMLElement) {
  root.textContent =
    '页面没有加载成功，请刷新重试。The page could not be loaded. Please reload it to try again.';
}

retryFailedStyles();
setPageColours();
Promise.all([textsReady, prepareFrame()]).then(
  () => draw(root),
  () => tellMissing(root),
);
