import { parseSync } from 'oxc-parser';

export type Mutant = { line: number; change: string; text: string };

type Node = { type: string; start: number; end: number; [property: string]: unknown };
type Edit = { start: number; end: number; by: string };

const OPERATORS: Record<string, string> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '===': '!==', '!==': '===', '&&': '||', '||': '&&', '-': '+' },
};
const OPPOSITES: Record<string, string> = { max: 'min', min: 'max', some: 'every', every: 'some' };
const CONSTANTS = ['Literal', 'Identifier', 'UnaryExpression'];

/** Each differs from `text` in one condition, statement, operator, boolean, element or property. */
export function mutantsOf(path: string, text: string): Mutant[] {
  const edits = new Map<string, Edit>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isNode(value) || isOfTypes(value)) return;
    for (const edit of editsOf(value, text)) edits.set(`${edit.start} ${edit.end} ${edit.by}`, edit);
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseSync(path, text).program);
  return [...edits.values()].sort((a, b) => a.start - b.start).map((edit) => mutantOf(edit, text));
}

function mutantOf({ start, end, by }: Edit, text: string): Mutant {
  const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, 100);
  return {
    line: text.slice(0, start).split('\n').length,
    change: `${short(text.slice(start, end))} → ${short(by) || 'nothing'}`,
    text: text.slice(0, start) + by + text.slice(end),
  };
}

function editsOf(node: Node, text: string): Edit[] {
  const codeOf = ({ start, end }: Node) => text.slice(start, end);
  const replace = ({ start, end }: Node, by: string): Edit => ({ start, end, by });
  const { test, left, right, operator, value, callee } = node;
  if (['IfStatement', 'ConditionalExpression'].includes(node.type) && isNode(test))
    return [replace(test, `!(${codeOf(test)})`)];
  if (isNode(left) && isNode(right)) {
    if (operator === '??') return [replace(node, `(${codeOf(left)})`), replace(node, `(${codeOf(right)})`)];
    const other = OPERATORS[String(operator)];
    return other ? [replace(node, `(${codeOf(left)} ${other} ${codeOf(right)})`)] : [];
  }
  if (node.type === 'Literal') return typeof value === 'boolean' ? [replace(node, String(!value))] : [];
  if (node.type === 'ExpressionStatement') return node.directive ? [] : [replace(node, ';')];
  if (node.type === 'ArrayExpression') return removals(node.elements, text);
  if (node.type === 'ObjectExpression') return removals(node.properties, text).filter(isSmall);
  if (node.type !== 'CallExpression' || !isNode(callee)) return [];
  const [first] = node.arguments as Node[];
  if (first && /^(asc|desc)$/.test(codeOf(callee))) {
    const by = codeOf(callee) === 'desc' ? codeOf(first) : `sql\`\${${codeOf(first)}} desc\``;
    return [replace(node, by)];
  }
  if (/^(and|or)$/.test(codeOf(callee))) return removals(node.arguments, text);
  const opposite = isNode(callee.property) && OPPOSITES[String(callee.property.name)];
  return opposite ? [replace(callee.property as Node, opposite)] : [];

  function isSmall({ start, end }: Edit): boolean {
    const property = (node.properties as Node[]).find((one) => one.start === start && end >= one.end);
    if (property?.type === 'SpreadElement') return true;
    return isNode(property?.value) && CONSTANTS.includes(property.value.type) && !property.shorthand;
  }
}

/** Each part with the comma that follows it. */
function removals(parts: unknown, text: string): Edit[] {
  return (Array.isArray(parts) ? parts.filter(isNode) : []).map(({ start, end }) => {
    const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
    return { start, end: end + comma, by: '' };
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function isOfTypes({ type }: Node): boolean {
  const isExpression = /^TS(As|NonNull|Satisfies)/.test(type);
  return type === 'ImportDeclaration' || (type.startsWith('TS') && !isExpression);
}
