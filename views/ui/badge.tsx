import type { ReactNode } from 'react';
import { safeColor, textOn } from './contrast.ts';

export type Tone = 'neutral' | 'primary' | 'info' | 'success' | 'warning' | 'error';

export function Badge({
  tone = 'neutral',
  className = '',
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  const toneClass = tone === 'neutral' ? 'badge-quiet' : `badge-tone tone-${tone}`;
  return (
    <span className={`badge badge-sm whitespace-nowrap font-medium ${toneClass} ${className}`}>
      {children}
    </span>
  );
}

export function Dot({ color, className = 'size-2' }: { color: string; className?: string }) {
  return (
    <span aria-hidden="true" className={`dot ${className}`} style={{ backgroundColor: safeColor(color) }} />
  );
}

export function Chip({
  color,
  className = '',
  children,
}: {
  color: string | null;
  className?: string;
  children: ReactNode;
}) {
  const background = safeColor(color);
  return (
    <span className={`chip ${className}`} style={{ backgroundColor: background, color: textOn(background) }}>
      <span className="truncate">{children}</span>
    </span>
  );
}
