/** White modules that a scanner needs around the code. */
const BORDER = 4;

export type QrImageProps = {
  label: string;
  /** Modules per row, without the border. */
  size: number;
  /** SVG path of the black modules. */
  path: string;
};

/** Black on white in both themes: cameras cannot read it inverted. */
export function QrImage({ label, size, path }: QrImageProps) {
  const width = size + 2 * BORDER;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-BORDER} ${-BORDER} ${width} ${width}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-72 rounded-box bg-white"
    >
      <path d={path} fill="#000000" />
    </svg>
  );
}
