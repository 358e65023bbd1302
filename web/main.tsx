import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Boundary } from './engine/boundary/Boundary.tsx';
import { dropFailedStyles } from './loading/lazy-code.ts';
import { App } from './shell/App.tsx';
import './shell/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

dropFailedStyles();
createRoot(root).render(
  <StrictMode>
    <Boundary around="page">
      <App />
    </Boundary>
  </StrictMode>,
);
