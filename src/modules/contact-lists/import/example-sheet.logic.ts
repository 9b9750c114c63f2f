import type { Translate } from '@/core/i18n.ts';
import { zipPlain } from '@/modules/contacts/import/unzip.logic.ts';

export const XLSX = {
  'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'Content-Disposition': 'attachment; filename="exemplo.xlsx"',
};

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook with the three columns and two people (ECMA-376, its smallest valid form). */
export function exampleSheet(t: Translate): Uint8Array<ArrayBuffer> {
  const rows = [
    [t('common:name'), t('contactLists:number'), t('contactLists:email')],
    ['Maria Souza', '5511988887777', 'maria@example.com'],
    ['João Lima', '5521977776666', ''],
  ];
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/></Types>`,
    '_rels/.rels': relationship('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationship('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows.map(toRow).join('')}</sheetData></worksheet>`,
  };
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  const entries = Object.entries(parts).map(([name, xml]) => ({ name, bytes: Buffer.from(head + xml) }));
  return new Uint8Array(zipPlain(entries));
}

function relationship(type: string, target: string): string {
  return `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
}

/** Texts, so that no spreadsheet shows a number with an exponent. */
function toRow(cells: string[], index: number): string {
  const toCell = (text: string, column: number) =>
    `<c r="${'ABC'[column]}${index + 1}" t="inlineStr"><is><t>${text}</t></is></c>`;
  return `<row r="${index + 1}">${cells.map(toCell).join('')}</row>`;
}
