import { type Screen, screens } from '../../shared/choices.ts';
import { SettingsDialog } from '../features/settings/SettingsDialog.tsx';
import { useText } from '../text/use-text.ts';
import { screenEntries } from './screens.ts';

interface NavigationProps {
  current: Screen;
  onChoose: (screen: Screen) => void;
}

export function Navigation({ current, onChoose }: NavigationProps) {
  const text = useText();
  return (
    <nav className="navigation" aria-label={text.navigation.label}>
      {(['orders', 'market'] as const).map((group) => (
        <div key={group} className="navigation-group">
          <p className="navigation-title">{text.navigation[group]}</p>
          {screens
            .filter((screen) => screenEntries[screen].group === group)
            .map((screen) => {
              const Icon = screenEntries[screen].icon;
              return (
                <button
                  key={screen}
                  type="button"
                  className="navigation-item"
                  aria-current={screen === current ? 'page' : undefined}
                  onClick={() => onChoose(screen)}
                >
                  <Icon size={16} aria-hidden="true" />
                  {text.screens[screen]}
                </button>
              );
            })}
        </div>
      ))}
      <div className="navigation-foot">
        <SettingsDialog />
      </div>
    </nav>
  );
}
