import { ICON_PATHS } from './icon-paths.ts';

export type IconName = keyof typeof ICON_PATHS;

export function isIconName(name: string): name is IconName {
  return Object.hasOwn(ICON_PATHS, name);
}

type IconProps = {
  name: IconName;
  /** Pixels; 20 fits beside text of the normal size. */
  size?: number;
  className?: string;
  /** For screen readers; without it the icon is decoration. */
  label?: string;
};

export function Icon({ name, size = 20, className, label }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className ? `shrink-0 ${className}` : 'shrink-0'}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of icon-paths.ts
      dangerouslySetInnerHTML={{ __html: ICON_PATHS[name] }}
    />
  );
}
