import { join } from 'node:path';
import type { AnyMessageContent } from '@whiskeysockets/baileys';
import sharp from 'sharp';

export type Sample =
  | { kind: 'text'; text: string }
  | { kind: 'photo'; picture: PictureName; caption: string }
  | { kind: 'voice' }
  | { kind: 'document'; fileName: string; lines: string[] }
  | { kind: 'location'; name: string; address: string; latitude: number; longitude: number }
  | { kind: 'contact'; name: string; number: string };

const WALL =
  '<rect width="960" height="720" fill="#e9dfd2"/><rect y="520" width="960" height="200" fill="#c9a97f"/>';

const PICTURES = {
  sofa: `${WALL}<rect x="110" y="90" width="230" height="170" rx="8" fill="#fff"/><path d="M125 245l70-90 55 60 40-45 40 75z" fill="#5b8a72"/>
    <circle cx="285" cy="140" r="22" fill="#f2b705"/><rect x="180" y="330" width="600" height="190" rx="44" fill="#b4532a"/>
    <rect x="140" y="400" width="120" height="170" rx="40" fill="#963f1c"/><rect x="700" y="400" width="120" height="170" rx="40" fill="#963f1c"/>
    <rect x="250" y="440" width="225" height="110" rx="24" fill="#c96a3e"/><rect x="485" y="440" width="225" height="110" rx="24" fill="#c96a3e"/>
    <rect x="520" y="360" width="110" height="110" rx="18" transform="rotate(12 575 415)" fill="#f3e7d3"/><path d="M845 575V300" stroke="#5a4632" stroke-width="10"/>
    <path d="M785 300h120l-30-100h-60z" fill="#f6d98b"/>`,
  broken: `<rect width="960" height="720" fill="#8f7a66"/><rect width="960" height="720" fill="#6d5b4b" opacity=".35"/>
    <rect x="230" y="150" width="500" height="420" rx="10" fill="#c79a63"/><path d="M230 150h500v70H230z" fill="#b3854e"/>
    <rect x="440" y="150" width="80" height="420" fill="#e0c08f" opacity=".8"/><path d="M560 300l60 40-30 50 70 30-50 60 40 90" stroke="#3c2d1d" stroke-width="9" fill="none"/>
    <path d="M250 470l120-60 30 80-60 80H250z" fill="#7a5a34"/><text x="285" y="330" font-family="sans-serif" font-size="44" font-weight="700" fill="#7a3b16">FRÁGIL</text>`,
  receipt: `<rect width="960" height="720" fill="#dfe6ea"/><rect x="280" y="60" width="400" height="600" rx="18" fill="#fff"/>
    <circle cx="480" cy="165" r="52" fill="#15803d"/><path d="M455 166l18 20 34-40" stroke="#fff" stroke-width="11" fill="none" stroke-linecap="round"/>
    <text x="480" y="275" text-anchor="middle" font-family="sans-serif" font-size="34" font-weight="700" fill="#1f1b18">Pix enviado</text>
    <text x="480" y="335" text-anchor="middle" font-family="sans-serif" font-size="46" font-weight="700" fill="#15803d">R$ 489,90</text>
    <g fill="#c4cbd0"><rect x="330" y="385" width="300" height="16" rx="8"/><rect x="330" y="425" width="240" height="16" rx="8"/>
    <rect x="330" y="465" width="280" height="16" rx="8"/><rect x="330" y="535" width="300" height="3"/><rect x="390" y="565" width="180" height="16" rx="8"/></g>`,
} as const;
export type PictureName = keyof typeof PICTURES;

export function renderPicture(name: PictureName): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 720">${PICTURES[name]}</svg>`;
  return renderOwn(svg, 82);
}

export function renderPortrait(seed: number): Promise<Buffer> {
  const hue = (seed * 67) % 360;
  const skin = ['#f1c9a5', '#c68d5f', '#8d5a3a', '#e5b48a'][seed % 4];
  const hair = ['#2b1d14', '#5b3a1e', '#151515', '#a5692f'][(seed >> 1) % 4];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><rect width="320" height="320" fill="hsl(${hue} 45% 72%)"/>
    <path d="M40 320c0-90 60-120 120-120s120 30 120 120z" fill="hsl(${(hue + 160) % 360} 40% 42%)"/><rect x="135" y="170" width="50" height="60" rx="24" fill="${skin}"/>
    <circle cx="160" cy="130" r="66" fill="${skin}"/><path d="M92 134c-6-70 34-96 70-96s74 26 66 96c-10-34-30-50-68-50s-58 16-68 50z" fill="${hair}"/></svg>`;
  return renderOwn(svg, 80);
}

const VOICE_NOTE = join(import.meta.dir, 'voice-note.ogg');
const VOICE_SECONDS = 6;

export async function readVoiceNote(): Promise<Buffer> {
  return Buffer.from(await Bun.file(VOICE_NOTE).arrayBuffer());
}

export function makePdf(lines: string[]): Buffer {
  const escaped = (line: string) => line.replace(/[\\()]/g, '\\$&');
  const text = lines.map((line, index) => `${index ? '0 -22 Td ' : ''}(${escaped(line)}) Tj`).join('\n');
  const stream = `BT /F1 14 Tf 60 760 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  // Offsets count bytes; Latin-1 has one byte per character.
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

export async function contentOf(sample: Sample): Promise<AnyMessageContent> {
  switch (sample.kind) {
    case 'text':
      return { text: sample.text };
    case 'photo':
      return { image: await renderPicture(sample.picture), caption: sample.caption, mimetype: 'image/jpeg' };
    case 'voice':
      return voiceNote(await readVoiceNote());
    case 'document':
      return { document: makePdf(sample.lines), fileName: sample.fileName, mimetype: 'application/pdf' };
    case 'location': {
      const { latitude, longitude, name, address } = sample;
      return { location: { degreesLatitude: latitude, degreesLongitude: longitude, name, address } };
    }
    case 'contact': {
      const { name, number } = sample;
      const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;type=VOICE;waid=${number}:+${number}\nEND:VCARD`;
      return { contacts: { displayName: name, contacts: [{ displayName: name, vcard }] } };
    }
  }
}

function voiceNote(audio: Buffer): AnyMessageContent {
  const loudness = (at: number) => Math.round(50 + 45 * Math.sin(at * 1.7) * Math.cos(at * 0.31));
  const waveform = Uint8Array.from({ length: 64 }, (_, at) => loudness(at));
  const note = { audio, ptt: true, seconds: VOICE_SECONDS, mimetype: 'audio/ogg; codecs=opus', waveform };
  return note;
}

/** The server's own reader refuses SVG (src/core/storage/pictures.ts). */
function renderOwn(svg: string, quality: number): Promise<Buffer> {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  return sharp(Buffer.from(svg)).jpeg({ quality }).toBuffer();
}
