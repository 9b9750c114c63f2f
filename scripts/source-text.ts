/** Identifiers, comments, test titles and log texts of a source file, read with a parser. */
import { parseSync } from 'oxc-parser';

/** `lines` without trailing blank ones; `comments` with their marks. */
export type SourceText = { identifiers: Set<string>; comments: Comment[]; titles: Comment[]; lines: number };
export type Comment = { line: number; text: string; lines: number };

const NAMES = ['Identifier', 'JSXIdentifier', 'PrivateIdentifier'];

export function readSource(path: string, text: string): SourceText {
  const lines = text.trimEnd().split('\n').length;
  if (path.endsWith('.css')) {
    const comments = [...text.matchAll(/\/\*[\s\S]*?\*\//g)];
    return {
      ...{ identifiers: new Set(), titles: [], lines },
      comments: comments.map(({ 0: all, index }) => partAt(text, index, index + all.length)),
    };
  }
  const { program, comments } = parseSync(path, text);
  const identifiers = new Set<string>();
  const titles: Comment[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one);
    if (!isNode(node)) return;
    if (NAMES.includes(node.type)) identifiers.add(String(node.name));
    const title = titleOf(node) ?? scenarioOf(node) ?? logTextOf(node);
    if (title) titles.push(partAt(text, title.start, title.end));
    for (const value of Object.values(node)) visit(value);
  };
  visit(program);
  return { identifiers, titles, lines, comments: comments.map(({ start, end }) => partAt(text, start, end)) };
}

type Node = { type: string; start: number; end: number; [property: string]: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The first argument of `test`, `describe` and a journey's `check`, also of `test.each(…)(title)` and `test.if(…)(title)`. */
function titleOf({ type, callee, arguments: values }: Node): Node | undefined {
  const [first] = Array.isArray(values) ? values : [];
  return type === 'CallExpression' && isText(first) && isTestCall(callee) ? first : undefined;
}

/** The name of a row of calls: `{ name, method, path, … }`. */
function scenarioOf({ type, properties }: Node): Node | undefined {
  if (type !== 'ObjectExpression' || !Array.isArray(properties)) return undefined;
  const values = new Map(properties.map(({ key, value }) => [key?.name, value]));
  const name = values.get('name');
  return values.has('method') && values.has('path') && isText(name) ? name : undefined;
}

/** The last argument of `log.warn(…, text)`. */
function logTextOf({ type, callee, arguments: values }: Node): Node | undefined {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return undefined;
  const { object, property } = callee as Node & { object: Node; property: Node };
  const isLog = nameOf(object) === 'log' && ['error', 'warn', 'info', 'debug'].includes(nameOf(property));
  const last = Array.isArray(values) ? values.at(-1) : undefined;
  return isLog && isText(last) ? last : undefined;
}

function nameOf(node: Node): string {
  return node.type === 'MemberExpression' ? nameOf(node.property as Node) : String(node.name);
}

function isText(node: unknown): node is Node {
  return isNode(node) && ['Literal', 'TemplateLiteral'].includes(node.type);
}

function isTestCall(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return ['describe', 'test', 'check'].includes(String(callee.name));
  return isTestCall(callee.type === 'MemberExpression' ? callee.object : callee.callee);
}

function partAt(text: string, start: number, end: number): Comment {
  const part = text.slice(start, end);
  return { line: text.slice(0, start).split('\n').length, text: part, lines: part.split('\n').length };
}
