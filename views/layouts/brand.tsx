import { type Branding, DEFAULT_BRANDING, useBranding } from '../branding.tsx';
import { initials } from '../ui/avatar.tsx';
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
  return <BrandDrawing {...{ size, name, color }} className={`shrink-0 ${className}`} />;
}

type BrandDrawingProps = Pick<Branding, 'name' | 'color'> & { size: number; className?: string };

/** The initials of a platform with a name of its own; else our drawing. Also a file: `/icons/brand.svg`. */
export function BrandDrawing({ size, name, color, className }: BrandDrawingProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 48 48"
      aria-hidden="true"
      className={className}
    >
      <rect width="48" height="48" rx="12" fill={color ? safeColor(color) : '#e8590c'} />
      {name === DEFAULT_BRANDING.name ? (
        <path
          d="M9 34.5h30M13.5 29a10.5 10.5 0 0 1 21 0zM24 18.5v-5M20 13h8"
          fill="none"
          stroke="#fff"
          strokeWidth="3.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ) : (
        <text
          x="24"
          y="31"
          textAnchor="middle"
          fill="#fff"
          fontFamily="system-ui,sans-serif"
          fontSize="20"
          fontWeight="600"
        >
          {initials(name)}
        </text>
      )}
    </svg>
  );
}
