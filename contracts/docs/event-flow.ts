import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

/** Names of the services that emit and receive an event. */
export interface EventFlow {
  emitters: Set<string>;
  readers: Set<string>;
}

/**
 * Finds the services that emit each event and those that read it, by the event's export name in their
 * sources.
 * A service reads an event if it passes the definition to `on`, or accesses a property of the definition (as for a
 * broadcast). Every other use counts as emitting.
 */
export function readEventFlow(services: Record<string, string>, names: ReadonlySet<string>): Map<string, EventFlow> {
  const flows = new Map([...names].map((name) => [name, { emitters: new Set<string>(), readers: new Set<string>() }]));
  for (const [service, folder] of Object.entries(services)) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
      for (const { name, reads } of findUses(readFileSync(join(folder, file), 'utf8'), names)) {
        flows.get(name)?.[reads ? 'readers' : 'emitters'].add(service);
      }
    }
  }
  return flows;
}

interface Use {
  name: string;
  reads: boolean;
}

/** The parts of swc's syntax tree that this file uses. */
interface AstNode {
  type?: string;
  value?: unknown;
  body?: AstNode[];
  callee?: AstNode;
  arguments?: { expression: AstNode }[];
  object?: AstNode;
}

function findUses(source: string, names: ReadonlySet<string>): Use[] {
  const uses: Use[] = [];

  function nameOf(node: AstNode | undefined): string | null {
    return node?.type === 'Identifier' && names.has(node.value as string) ? (node.value as string) : null;
  }

  function visit(node: AstNode): void {
    if (node.type === 'TsTypeQuery') return;
    const name = nameOf(node);
    if (name) {
      uses.push({ name, reads: false });
      return;
    }
    let rest: unknown[] = Object.values(node);
    const handled = isCallOfOn(node) ? nameOf(node.arguments?.[0]?.expression) : null;
    const accessed = node.type === 'MemberExpression' ? nameOf(node.object) : null;
    const read = handled ?? accessed;
    if (read) {
      uses.push({ name: read, reads: true });
      rest = handled ? (node.arguments?.slice(1) ?? []) : [];
    }
    for (const child of rest.flat()) if (typeof child === 'object' && child !== null) visit(child);
  }

  const statements = parseSync(source, { syntax: 'typescript', target: 'esnext' }).body as AstNode[];
  for (const statement of statements) if (statement.type !== 'ImportDeclaration') visit(statement);
  return uses;
}

function isCallOfOn({ type, callee }: AstNode): boolean {
  return type === 'CallExpression' && callee?.type === 'Identifier' && callee.value === 'on';
}
