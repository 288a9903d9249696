import { readFile } from 'node:fs/promises';
import { type FastifyInstance, ProblemError } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { addPageHeaders, nonceOf } from '../pages/security.ts';
import { escapeHtml } from '../pages/template.ts';

const documentUrl = new URL('../../../contracts/generated/openapi.json', import.meta.url);

interface Operation {
  summary: string;
  description?: string;
  tags?: string[];
  parameters?: { in: string; name: string; required?: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

interface OpenApiDocument {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

/**
 * Adds `/api/openapi.json` and its page `/api/docs`.
 * The page has no scripts, because the CSP is strict.
 */
export async function addDocs(app: FastifyInstance, { settings }: Context): Promise<void> {
  app.get('/api/openapi.json', { config: { access: 'open' } }, async (_request, reply) =>
    reply.type('application/json').send(await readDocument()),
  );
  await app.register(async (scope: FastifyInstance) => {
    await addPageHeaders(scope, settings);
    scope.get('/api/docs', { config: { access: 'open', page: true } }, async (_request, reply) => {
      const page = renderDocs(JSON.parse(await readDocument()) as OpenApiDocument, nonceOf(reply.raw));
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
    });
  });
}

async function readDocument(): Promise<string> {
  try {
    return await readFile(documentUrl, 'utf8');
  } catch (error) {
    throw new ProblemError('service_unavailable', 'The API description is missing', { cause: error });
  }
}

function renderDocs(document: OpenApiDocument, nonce: string): string {
  const { info, tags, paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(
    (tag) => `<h2>${escapeHtml(tag.name)}</h2><p>${escapeHtml(tag.description)}</p>
${operations
  .filter(({ operation }) => operation.tags?.includes(tag.name))
  .map(({ path, method, operation }) => renderOperation(method, path, operation))
  .join('\n')}`,
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${escapeHtml(name)}"><summary>${escapeHtml(name)}</summary>${renderJson(schema)}</details>`,
  );
  const title = `${escapeHtml(info.title)} API`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">${styles}</style>
</head>
<body>
<main>
<h1>${title} <small>${escapeHtml(info.version)}</small></h1>
<p>${escapeHtml(info.description)} The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${sections.join('\n')}
<h2>Schemas</h2>
${schemas.join('\n')}
</main>
</body>
</html>
`;
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(
    (each) =>
      `<li><code>${escapeHtml(each.name)}</code> in ${escapeHtml(each.in)}${each.required ? ', required' : ''}: ${renderJson(each.schema)}</li>`,
  );
  const body = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => renderJson(schema));
  const responses = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const schema = Number(status) < 400 && content ? Object.values(content)[0]?.schema : undefined;
    return `<dt>${escapeHtml(status)}</dt><dd>${escapeHtml(description)}${schema ? renderJson(schema) : ''}</dd>`;
  });
  return `<details>
<summary><b>${escapeHtml(method.toUpperCase())}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}</summary>
${operation.description ? `<p>${escapeHtml(operation.description)}</p>` : ''}
${parameters.length ? `<h3>Parameters</h3><ul>${parameters.join('')}</ul>` : ''}
${body.length ? `<h3>Body</h3>${body.join('')}` : ''}
<h3>Answers</h3><dl>${responses.join('')}</dl>
</details>`;
}

function renderJson(value: unknown): string {
  const linked = escapeHtml(JSON.stringify(value, null, 2)).replace(
    /#\/components\/schemas\/(\w+)/g,
    '<a href="#schema-$1">$1</a>',
  );
  return `<pre tabindex="0">${linked}</pre>`;
}

const styles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
details { border-top: 1px solid color-mix(in srgb, currentcolor 20%, transparent); }
summary { padding: .75rem 0; cursor: pointer; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 4.5rem; }
pre { overflow-x: auto; padding: .75rem; border-radius: .375rem; background: color-mix(in srgb, currentcolor 7%, transparent); }
dt { font-weight: 600; }
h3 { font-size: 1rem; }
`;
