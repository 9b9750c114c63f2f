/** A Pix code (EMV QRCPS-MPM, Central Bank "Manual do BR Code"). */
export function pixText(location: string, amount: string): string {
  const merchant = field('26', `${field('00', 'br.gov.bcb.pix')}${field('25', location)}`);
  const body = [
    field('00', '01'),
    field('01', '12'),
    merchant,
    field('52', '0000'),
    field('53', '986'),
    field('54', amount),
    field('58', 'BR'),
    field('59', 'BALCAO SIMULADO'),
    field('60', 'SAO PAULO'),
    field('62', field('05', '***')),
    '6304',
  ].join('');
  return `${body}${crc(body)}`;
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

function crc(text: string): string {
  let sum = 0xffff;
  for (const byte of Buffer.from(text)) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1;
  }
  return (sum & 0xffff).toString(16).toUpperCase().padStart(4, '0');
}
