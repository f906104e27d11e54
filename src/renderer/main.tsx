// Before the other parts, whose styles may refine these.
import '@fontsource-variable/inter/index.css';
import './ui/ui.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { systemLanguage } from './app/LanguageProvider.tsx';
import { queryClient } from './platform/query-client.ts';
import { loadText } from './text/load-text.ts';

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
