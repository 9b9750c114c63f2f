export type PdfLine = { text: string; x: number; y: number; size: number; isBold?: boolean };

/** A4 in points; y counts from the top. */
const [WIDTH, HEIGHT] = [595, 842];

/** A page in a standard PDF font (PDF 1.4, ISO 32000-1 §9.6.2.2). A library for this weighs 26 MB. */
export function pdfPage(title: string, lines: PdfLine[]): Uint8Array<ArrayBuffer> {
  const content = lines.map(rendered).join('\n');
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents 6 0 R /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Title (${escaped(title)}) >>`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${size - 1} 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(`${text}${table}${end}`, 'latin1'));
}

function rendered({ text, x, y, size, isBold = false }: PdfLine): string {
  return `BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${x} ${HEIGHT - y} Td (${escaped(text)}) Tj ET`;
}

/** Characters that Windows-1252 has beyond Latin-1. */
const BEYOND_LATIN: Record<string, string> = {
  '€': '\x80',
  '…': '\x85',
  '‘': '\x91',
  '’': '\x92',
  '“': '\x93',
  '”': '\x94',
  '•': '\x95',
  '–': '\x96',
  '—': '\x97',
};

function escaped(text: string): string {
  return [...text.normalize('NFC').replace(/\s/g, ' ')]
    .map((letter) => BEYOND_LATIN[letter] ?? (isLatin(letter) ? letter : bareOr(letter, '?')))
    .join('')
    .replace(/[\\()]/g, '\\$&');
}

const isLatin = (letter: string) => letter <= '\xff' && letter >= ' ';

function bareOr(letter: string, other: string): string {
  const [bare = ''] = letter.normalize('NFD');
  return bare !== letter && isLatin(bare) ? bare : other;
}
