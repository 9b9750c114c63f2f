import type { ReactNode } from 'react';
import { formatMinutes } from '@/schemas/duration.schema.ts';
import { useT } from '../../i18n.tsx';

type FigureLinkProps = { href: string; children: ReactNode; name?: string };

/** `name` where the figure alone does not say what it counts. */
export function FigureLink({ href, children, name }: FigureLinkProps) {
  return (
    <a href={href} className="dash-figure" aria-label={name}>
      {children}
    </a>
  );
}

/** Beside a figure that the queue, the person or both do not narrow. */
export function Unfiltered({ what = 'both' }: { what?: 'person' | 'both' }) {
  const t = useT();
  return <span className="dash-unfiltered">{t(`dashboard:unfiltered.${what}`)}</span>;
}

/** A mean time, and the times it is the mean of. */
export function Time({ minutes, href }: { minutes: number | null; href: string }) {
  const t = useT();
  const text = formatMinutes(minutes, t);
  return minutes === null ? text : <FigureLink href={href}>{text}</FigureLink>;
}
