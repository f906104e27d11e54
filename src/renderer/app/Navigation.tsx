import {
  ArrowLeftRight,
  ChartCandlestick,
  ChartSpline,
  Coins,
  Crosshair,
  History,
  ListChecks,
  type LucideIcon,
  Ruler,
  Search,
  Settings,
} from 'lucide-react';
import { type Screen, screenGroups } from '../../shared/settings/choices.ts';
import { commands } from '../../shared/settings/commands.ts';
import { ariaShortcut } from '../../shared/settings/shortcut.ts';
import { isMac } from '../platform/commands.ts';
import { openDialog } from '../platform/dialogs.ts';
import { openSettings } from '../platform/settings/settings-part.ts';
import { type Text, useText } from '../text/use-text.ts';
import { KeyCaps } from '../ui/controls/KeyCaps.tsx';

const [paletteKey] = commands['open-palette'].shortcuts;
const [settingsKey] = commands['open-settings'].shortcuts;

const icons: Readonly<Record<Screen, LucideIcon>> = {
  'open-plans': Crosshair,
  'order-history': ListChecks,
  'plan-history': History,
  trades: ArrowLeftRight,
  results: ChartSpline,
  'futures-tickers': ChartCandlestick,
  'spot-tickers': Coins,
  'symbol-rules': Ruler,
};

interface NavigationProps {
  /** `null` in the static shell, whose host marks the current screen. */
  current: Screen | null;
  onChoose: (screen: Screen) => void;
}

export function Navigation({ current, onChoose }: NavigationProps) {
  const text = useText();
  return (
    <nav className="navigation" aria-label={text.navigation.label}>
      <button
        type="button"
        className="navigation-search"
        title={text.palette.title}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaShortcut(paletteKey, isMac)}
        onClick={() => openDialog('palette')}
      >
        <Search size={14} aria-hidden="true" />
        <span className="navigation-word">{text.navigation.search}</span>
        <span className="navigation-keys" aria-hidden="true">
          <KeyCaps shortcut={paletteKey} />
        </span>
      </button>
      {(['orders', 'market'] as const).map((group) => (
        <div key={group} className="navigation-group">
          <p className="navigation-title">{text.navigation[group]}</p>
          {screenGroups[group].map((screen) => {
            const Icon = icons[screen];
            return (
              <button
                key={screen}
                type="button"
                className="navigation-item"
                data-screen={screen}
                aria-current={screen === current ? 'page' : undefined}
                title={titleOf(screen, text)}
                onClick={() => onChoose(screen)}
              >
                <Icon size={16} aria-hidden="true" />
                <span className="navigation-word">{text.screens[screen]}</span>
              </button>
            );
          })}
        </div>
      ))}
      <div className="navigation-foot">
        <button
          type="button"
          className="navigation-item"
          aria-haspopup="dialog"
          aria-keyshortcuts={ariaShortcut(settingsKey, isMac)}
          title={text.navigation.settings}
          onClick={() => openSettings()}
        >
          <Settings size={16} aria-hidden="true" />
          <span className="navigation-word">{text.navigation.settings}</span>
        </button>
      </div>
    </nav>
  );
}

/** Returns the tooltip of a screen. Not every trader knows plan orders by that name. */
function titleOf(screen: Screen, { navigation, screens: words, labeled }: Text): string {
  return screen === 'open-plans' ? labeled(words[screen], navigation.openPlans) : words[screen];
}
