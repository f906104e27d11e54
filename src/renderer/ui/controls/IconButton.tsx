import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'title' | 'aria-label' | 'children'> {
  label: string;
  icon: LucideIcon;
  /** In CSS pixels. */
  size?: number;
}

/** A button with an icon alone. Its tooltip names it. */
export function IconButton({ label, icon: Icon, size = 14, className = 'icon-button', ...rest }: IconButtonProps) {
  return (
    <button type="button" className={className} aria-label={label} title={label} {...rest}>
      <Icon size={size} aria-hidden="true" />
    </button>
  );
}
