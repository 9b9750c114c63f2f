/** A counter seen from the front, with the bell on it: the product's mark. */
export function BrandMark({ size = 32, className = '' }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      <rect width="48" height="48" rx="12" fill="#e8590c" />
      <path
        d="M10 30.5h28M13 30.5v6h22v-6M15.5 26.5a8.5 8.5 0 0 1 17 0zM24 18v-3.5M21 13.5h6"
        fill="none"
        stroke="#fff"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
