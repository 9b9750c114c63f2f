/** A turning ring. With a `label` it is announced, without it is decoration. */
export function Spinner({ className = '', label }: { className?: string; label?: string }) {
  return label ? (
    <span className={`loading loading-spinner loading-sm ${className}`} role="status" aria-label={label} />
  ) : (
    <span className={`loading loading-spinner loading-xs ${className}`} aria-hidden="true" />
  );
}
