export function Marked({ text }: { text: string }) {
  const [first = '', ...rest] = text.split('[[');
  return (
    <>
      {first}
      {rest.map((piece, index) => {
        const end = piece.indexOf(']]');
        if (end < 0) return `[[${piece}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other identity
          <span key={index}>
            <mark className="rounded-xs bg-warning/40 text-inherit">{piece.slice(0, end)}</mark>
            {piece.slice(end + 2)}
          </span>
        );
      })}
    </>
  );
}
