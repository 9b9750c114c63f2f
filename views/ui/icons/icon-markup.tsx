const PATHS = {
  check: 'M20 6 9 17l-5-5',
  'check-check': 'M18 6 7 17l-5-5M22 10l-7.5 7.5L13 16',
  clock: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20m0 4v6l4 2',
  'more-vertical':
    'M12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2m0-7a1 1 0 1 0 0 2 1 1 0 0 0 0-2m0 14a1 1 0 1 0 0 2 1 1 0 0 0 0-2',
  reply: 'M20 18v-2a4 4 0 0 0-4-4H4M9 17l-5-5 5-5',
};

type Props = { name: keyof typeof PATHS; size?: number; label?: string };

/** For icons in every bubble: parsing and copying a sprite icon takes longer than the rest of the bubble. */
export function RenderedIcon({ name, size = 16, label }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      className="drawn-icon"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
