import { shownKeys } from './shown-keys.ts';

export function Key({ name, className = '' }: { name: string; className?: string }) {
  return (
    <kbd
      className={`shrink-0 whitespace-nowrap rounded border border-base-300 bg-base-200 px-1.5 py-0.5 font-mono text-base-content text-xs ${className}`}
    >
      {shownKeys(name).replaceAll('+', ' ')}
    </kbd>
  );
}
