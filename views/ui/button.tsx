import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icons/icon.tsx';
import { shownKeys } from './shown-keys.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'default' | 'ghost' | 'danger';
type Branding = { variant?: ButtonVariant; size?: 'sm' | 'md'; icon?: IconName; className?: string };

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'btn-primary',
  default: 'btn-outline-soft',
  ghost: 'btn-ghost',
  danger: 'btn-error',
};

function classes({ variant = 'default', size = 'md', className = '' }: Branding): string {
  return `btn ${VARIANTS[variant]} ${size === 'sm' ? 'btn-sm' : ''} ${className}`.trim();
}

export function Button({
  variant,
  size,
  icon,
  className,
  children,
  type = 'button',
  ...rest
}: Branding & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type={type} className={classes({ variant, size, className })} {...rest}>
      <Spinner className="htmx-indicator-inline" />
      {icon ? <Icon name={icon} size={size === 'sm' ? 16 : 18} className="btn-icon" /> : null}
      {children}
    </button>
  );
}

export function LinkButton({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: Branding & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a className={classes({ variant, size, className })} {...rest}>
      {icon ? <Icon name={icon} size={size === 'sm' ? 16 : 18} /> : null}
      {children}
    </a>
  );
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: IconName;
  label: string;
  variant?: ButtonVariant;
  size?: 'sm' | 'md';
  keys?: string | undefined;
  badge?: ReactNode;
};

export function IconButton({
  icon,
  label,
  variant = 'ghost',
  size = 'md',
  badge,
  keys,
  className = '',
  type = 'button',
  ...rest
}: IconButtonProps) {
  const iconClass = variant === 'ghost' ? `icon-btn text-muted ${className}` : `icon-btn ${className}`;
  return (
    <button
      type={type}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={keys ? `${label} (${shownKeys(keys)})` : label}
      className={classes({ variant, size, className: iconClass })}
      {...rest}
    >
      <Icon name={icon} size={size === 'sm' ? 16 : 20} />
      {badge}
    </button>
  );
}

export function IconLink({
  icon,
  label,
  size = 'md',
  className = '',
  href,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & {
  icon: IconName;
  label: string;
  href: string;
  size?: 'sm' | 'md';
}) {
  return (
    <a
      href={href}
      aria-label={label}
      title={label}
      className={classes({ variant: 'ghost', size, className: `icon-btn text-muted ${className}` })}
      {...rest}
    >
      <Icon name={icon} size={size === 'sm' ? 16 : 20} />
    </a>
  );
}
