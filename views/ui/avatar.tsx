import { DEEP_COLORS } from './fields/palette.ts';

export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

function colorOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return DEEP_COLORS[sum % DEEP_COLORS.length] ?? '#4d4d4d';
}

type AvatarProps = {
  name: string;
  src?: string | null;
  /** Pixels. */
  size?: number;
  className?: string;
};

/** Decoration: the name must be text beside it. */
export function Avatar({ name, src, size = 40, className = '' }: AvatarProps) {
  const box = { width: size, height: size };
  if (src) {
    return (
      <img
        src={src}
        alt=""
        loading="lazy"
        className={`shrink-0 rounded-full bg-base-300 object-cover ${className}`}
        style={box}
        {...box}
      />
    );
  }
  const color = colorOf(name);
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 select-none items-center justify-center rounded-full font-semibold ${className}`}
      style={{ ...box, fontSize: Math.round(size * 0.38), backgroundColor: color, color: '#ffffff' }}
    >
      {initials(name) || '?'}
    </span>
  );
}
