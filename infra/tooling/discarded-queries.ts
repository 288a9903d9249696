import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  isBinaryExpression,
  isConditionalExpression,
  isExpressionStatement,
  isParenthesizedExpression,
  isVoidExpression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, type Checker } from 'typescript/unstable/sync';
import { repository } from './run-program.ts';

/** Source files of the servers, without tests. */
const sources = /^(?:libs\/runtime|services\/[^/]+|bff)\/src\/(?!.*\.test\.ts$)/;

/**
 * Lists Kysely queries that a statement builds and discards.
 * Without `execute` the query is never sent, and the linter does not report it, because there is no floating promise.
 * @param project the folder of a tsconfig.json
 */
export function findDiscardedQueries(project: string): string[] {
  const api = new API({ cwd: project });
  try {
    const config = join(project, 'tsconfig.json');
    const opened = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!opened) throw new Error(`${config} is no project`);
    const { program, checker, rootFiles } = opened;
    return rootFiles
      .filter((name) => sources.test(relative(project, name)))
      .flatMap((name) => {
        const file = program.getSourceFile(name);
        const lines = file ? findInFile(file, checker) : [];
        return lines.map((line) => `${relative(project, name)}:${line}: a query is built and not executed`);
      });
  } finally {
    api.close();
  }
}

function findInFile(file: SourceFile, checker: Checker): number[] {
  const discarded = listDiscarded(file);
  if (discarded.length === 0) return [];
  const types = checker.getTypeAtLocation(discarded);
  return discarded.flatMap((node, place) => {
    const type = types[place] && checker.getNonNullableType(types[place]);
    const isQuery = type && ['compile', 'execute'].every((name) => checker.getPropertyOfType(type, name));
    return isQuery ? [file.text.slice(0, node.end).split('\n').length] : [];
  });
}

/** Lists a file's expressions whose values are discarded. */
function listDiscarded(node: Node): Node[] {
  const below: Node[] = isExpressionStatement(node) ? valuesOf(node.expression) : [];
  node.forEachChild((child) => void below.push(...listDiscarded(child)));
  return below;
}

const choosing: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.QuestionQuestionToken,
  SyntaxKind.CommaToken,
]);

/** Returns the operands that can become the value of an expression, or else the expression itself. */
function valuesOf(node: Node): Node[] {
  if (isParenthesizedExpression(node) || isVoidExpression(node)) return valuesOf(node.expression);
  if (isConditionalExpression(node)) return [...valuesOf(node.whenTrue), ...valuesOf(node.whenFalse)];
  // All other operators, such as an assignment, use the values of their operands.
  if (isBinaryExpression(node))
    return choosing.has(node.operatorToken.kind) ? [...valuesOf(node.left), ...valuesOf(node.right)] : [];
  return [node];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = findDiscardedQueries(repository);
  for (const line of found) console.log(line);
  process.exit(found.length > 0 ? 1 : 0);
}
