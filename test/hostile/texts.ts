// biome-ignore format: a list of pieces
const PIECES = [
  'BEGIN:VCARD\n', 'BEGIN:VCARD\r', 'BEGIN:VCARD\nFN:a\n', 'FN\r', 'TEL\r', 'TEL;waid=', '\n ', '\r\n\t',
  '*', '*a ', ' *a', '*a* ', '_', '_a_b', '~', '`', '```', '```a', '*_~`', '*a_b~c`d',
  '{{', '{{{', '{{ ', '{{a', '}}', 'http://', 'http://a.b/(', 'http://a.b ', 'www.', 'www.a.b*', 'a@', 'a@b.',
  '.', ' ', '\n', '\t \r', '<', '<meta ', '<meta charset=', '<title>', '&', '&#1', '(', ')', '[[', ']]', '[', '{"a":',
  '1', '1.', '-1.1 ', '1 ,', 'q=1%2C', 'q=1.1', 'Latitude:', 'Latitude: 1 - ', '|', 'data:', 'data:image/png;base64,',
  ';', '=', ':', ',', '/', '\\', '../', '"', "'", '-', '+', 'a', 'a b ', 'a=b; ', 'word ',
  '\u0301', 'e\u0301', '\u202e', '👍', '👩‍👩‍👧‍👦', '🇧🇷', '\ud800', '\0', '\ufffd',
];

const ENDS = ['', ' x\u0000'];

export type HostileText = { name: string; of(length: number): string };

export function hostileTexts(begins: readonly string[] = []): HostileText[] {
  return ['', ...begins].flatMap((begin) =>
    PIECES.flatMap((piece) =>
      ENDS.map((end) => ({
        name: `${JSON.stringify(begin)} + ${JSON.stringify(piece)}… + ${JSON.stringify(end)}`,
        of: (length: number) => begin + piece.repeat(Math.ceil(length / piece.length)) + end,
      })),
    ),
  );
}
