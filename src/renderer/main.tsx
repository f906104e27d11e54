import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { systemLanguage } from './app/LanguageProvider.tsx';
import { queryClient } from './platform/query-client.ts';
import { loadText } from './text/load-text.ts';
import '@fontsource-variable/inter/index.css';
import './ui/tokens.css';
import './ui/base.css';
import './app/shell.css';
import './ui/controls/controls.css';
import './ui/controls/popups.css';
import './ui/table/table.css';
import './ui/screen/screen.css';
import './features/accounts/accounts.css';
import './features/palette/palette.css';
import './ui/screen/dialogs.css';
import './features/settings/settings.css';
import './ui/filter/filter.css';
import './domain/orders/coverage/history.css';
import './features/alerts/activity.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');

// Starts loading the likely catalogue while the settings are read.
loadText(systemLanguage()).catch(() => {});

createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
