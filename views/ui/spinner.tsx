export function Spinner({ className = '', label }: { className?: string; label?: string }) {
  return label ? (
    <span className={`spinner size-5 ${className}`} role="status" aria-label={label} />
  ) : (
    <span className={`spinner size-4 ${className}`} aria-hidden="true" />
  );
}
