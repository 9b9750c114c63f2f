import { describe, expect, test } from 'bun:test';
import { supportedExtensions as known } from 'file-type';
import { honestName } from './file-names.ts';

const seen = (ext: string) => ({ ext });

describe('uploaded file name', () => {
  test.each([
    ['a program as an invoice', 'fatura.pdf', 'exe', 'fatura.exe'],
    ['a picture as a document', 'foto.PDF', 'png', 'foto.png'],
    ['a page as a picture', 'foto.jpg', 'pdf', 'foto.pdf'],
    ['an archive as text', 'lista.txt', 'zip', 'lista.zip'],
    ['two endings, of which the last counts', 'fatura.pdf.jpg', 'pdf', 'fatura.pdf.pdf'],
    ['none at all', 'fatura', 'pdf', 'fatura.pdf'],
  ])('gets the extension of its content: %s', (_what, name, ext, honest) => {
    expect(honestName(name, seen(ext), known)).toBe(honest);
  });

  test.each([
    ['foto.JPEG', 'jpg'],
    ['contrato.docx', 'zip'],
    ['com-senha.xlsx', 'cfb'],
    ['carta.doc', 'rtf'],
    ['logo.ai', 'pdf'],
    ['som.opus', 'ogg'],
    ['video.m4v', 'mp4'],
    ['obra.ggb', 'zip'],
    ['dados.bak', 'zip'],
  ])('stays unchanged: %s with the content of %s', (name, ext) => {
    expect(honestName(name, seen(ext), known)).toBe(name);
  });

  test('gets .bin when the content does not match a binary extension', () => {
    expect(honestName('foto.png', undefined, known)).toBe('foto.png.bin');
    for (const name of ['nota.txt', 'boleto.rem', 'som.mp3', 'sem-fim'])
      expect(honestName(name, undefined, known)).toBe(name);
  });
});
