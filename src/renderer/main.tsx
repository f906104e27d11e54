import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { systemLanguage } from './app/LanguageProvider.tsx';
import { queryClient } from './state/query-client.ts';
import { loadText } from './text/load-text.ts';
import '@fontsource-variable/inter/index.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/controls.css';
import './styles/popups.css';
import './styles/table.css';
import './styles/screen.css';
import './styles/accounts.css';
import './styles/palette.css';
import './styles/dialogs.css';
import './styles/settings.css';
import './styles/filter.css';
import './styles/history.css';
import './styles/activity.css';

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
