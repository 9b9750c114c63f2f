import { formatMinutes } from '@/schemas/duration.schema.ts';
import { useT } from '../../i18n.tsx';

type FigureLinkProps = { href: string; of: string; children: string | number };

/** `of`: what it counts, read aloud with it. */
export function FigureLink({ href, of, children }: FigureLinkProps) {
  return (
    <a href={href} className="dash-figure" aria-label={`${of}: ${children}`}>
      {children}
    </a>
  );
}

/** Beside a figure that the queue, the person or both do not narrow. */
export function Unfiltered({ what = 'both' }: { what?: 'person' | 'both' }) {
  const t = useT();
  return <span className="dash-unfiltered">{t(`dashboard:unfiltered.${what}`)}</span>;
}

export function Time({ minutes, ...link }: Omit<FigureLinkProps, 'children'> & { minutes: number | null }) {
  const t = useT();
  const text = formatMinutes(minutes, t);
  return minutes === null ? text : <FigureLink {...link}>{text}</FigureLink>;
}
