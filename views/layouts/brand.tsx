import { useBranding } from '../branding.tsx';
import { safeColor } from '../ui/contrast.ts';

type BrandMarkProps = { size?: number; className?: string; logo?: 'interno' | 'login' | 'signup' };

export function BrandMark({ size = 32, className = '', logo = 'interno' }: BrandMarkProps) {
  const { logos, name, color } = useBranding();
  const own = logos[logo] ?? logos.interno;
  if (own)
    return (
      <img
        src={own}
        alt={name}
        style={{ height: size, maxWidth: size * 4 }}
        className={`shrink-0 object-contain ${className}`}
      />
    );
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      <rect width="48" height="48" rx="12" fill={color ? safeColor(color) : '#e8590c'} />
      <path
        d="M9 34.5h30M13.5 29a10.5 10.5 0 0 1 21 0zM24 18.5v-5M20 13h8"
        fill="none"
        stroke="#fff"
        strokeWidth="3.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
