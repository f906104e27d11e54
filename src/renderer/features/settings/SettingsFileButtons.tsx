import { Download, RotateCcw, Upload } from 'lucide-react';
import { useText } from '../../text/use-text.ts';

interface SettingsFileButtonsProps {
  onExport: () => void;
  onImport: () => void;
  onReset: () => void;
}

export function SettingsFileButtons({ onExport, onImport, onReset }: SettingsFileButtonsProps) {
  const words = useText().settings;
  return (
    <>
      <div className="setting-buttons">
        <button type="button" className="button" onClick={onExport}>
          <Download size={14} aria-hidden="true" />
          {words.exportFile}
        </button>
        <button type="button" className="button" onClick={onImport}>
          <Upload size={14} aria-hidden="true" />
          {words.importFile}
        </button>
        <span className="toolbar-space" />
        <button type="button" className="button button-danger" onClick={onReset}>
          <RotateCcw size={14} aria-hidden="true" />
          {words.reset}
        </button>
      </div>
      <p className="form-hint">{words.fileExplained}</p>
    </>
  );
}
