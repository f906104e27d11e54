// Before the other parts, whose styles may refine these.
import '@fontsource-variable/inter/index.css';
import './ui/ui.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { receiveEvents } from './app/events.ts';
import { loadFirst } from './app/load-first.ts';
import { queryClient } from './platform/query-client.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');

receiveEvents();
// React replaces the static shell of index.html with its first render, which therefore waits for what it shows.
void loadFirst()
  .catch(() => {})
  .then(() =>
    createRoot(root).render(
      <StrictMode>
        <CSPProvider disableStyleElements>
          <QueryClientProvider client={queryClient}>
            <App />
          </QueryClientProvider>
        </CSPProvider>
      </StrictMode>,
    ),
  );
