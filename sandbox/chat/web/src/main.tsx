import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './styles/base.css';
import './styles/controls.css';
import './styles/layout.css';
import './styles/sidebar.css';
import './styles/message-list.css';
import './styles/message.css';
import './styles/files.css';
import './styles/composer.css';
import './styles/blocks.css';
import './styles/cards.css';
import './styles/elements.css';
import './styles/inputs.css';
import './styles/modal.css';
import './styles/notifications.css';
import './styles/workflow.css';
import './styles/top-bar.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to draw in.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
