import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import { type Copy, DockerfileParser, type From, type Instruction, type JSONInstruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { repository } from './run-program.ts';

/** Returns what is wrong with an instruction; undefined if nothing is. */
type Rule = (instruction: Instruction, stages: readonly string[]) => string | undefined;

/** Rules of hadolint for our Dockerfile, by hadolint's code: https://github.com/hadolint/hadolint/wiki */
const rules: Record<string, Partial<Record<string, Rule>>> = {
  DL3003: {
    RUN: (run) => (/(^|[;&|]\s*)cd\s/.test(textOf(run)) ? 'use WORKDIR instead of cd' : undefined),
  },
  DL3004: { RUN: (run) => (/\bsudo\b/.test(textOf(run)) ? 'use USER instead of sudo' : undefined) },
  DL3006: {
    FROM: (instruction, stages) => {
      const from = instruction as From;
      const image = from.getImage() ?? '';
      const isPinned = /\d+\.\d+\.\d+/.test(from.getImageTag() ?? '') || from.getImageDigest();
      return stages.includes(image) || isPinned ? undefined : `pin the version of ${image}: x.y.z`;
    },
  },
  DL3008: {
    RUN: (run) => (/\bapt(-get)?\s.*\binstall\b/.test(textOf(run)) ? 'choose a base that needs no apt' : undefined),
  },
  DL3016: {
    RUN: (run) =>
      /\bnpm (i|install|add)\b/.test(textOf(run)) ? 'use npm ci, which installs the lockfile’s versions' : undefined,
  },
  DL3020: { ADD: () => 'use COPY instead of ADD' },
  DL3022: {
    COPY: (copy, stages) => {
      const from = (copy as Copy).getFromFlag()?.getValue();
      return from && !stages.includes(from) ? `${from} is no stage above` : undefined;
    },
  },
  DL3025: { CMD: requireJson, ENTRYPOINT: requireJson },
};

function requireJson(instruction: Instruction): string | undefined {
  return (instruction as JSONInstruction).getOpeningBracket() ? undefined : 'write the command as JSON';
}

function textOf(instruction: Instruction): string {
  return instruction.getArgumentsContent() ?? '';
}

/** Lists the problems of a Dockerfile: its syntax, and the rules above. */
export function lintDockerfile(text: string): string[] {
  const syntax = validate(text).map(({ range, message }) => ({ line: range.start.line, problem: message }));
  const found = [...syntax];
  const stages: string[] = [];
  let user = 'root';
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    const { line } = instruction.getRange().start;
    for (const [code, rule] of Object.entries(rules)) {
      const problem = rule[keyword]?.(instruction, stages);
      if (problem) found.push({ line, problem: `${code} ${problem}` });
    }
    if (keyword === 'FROM') {
      stages.push((instruction as From).getBuildStage() ?? '');
      user = 'root';
    }
    if (keyword === 'USER') user = textOf(instruction);
  }
  if (user === 'root')
    found.push({ line: text.split('\n').length - 1, problem: 'DL3002 end as a user who is not root' });
  return found.map(({ line, problem }) => `${line + 1}: ${problem}`);
}

/** A result of dclint, whose own types do not resolve with `nodenext`. */
interface ComposeResult {
  messages: { line: number; rule: string; message: string }[];
}

/** Rules of dclint about the order of lines, and one that misreads `${HOST:-127.0.0.1}`. */
const ignored = [
  'no-quotes-in-volumes',
  'no-unbound-port-interfaces',
  'require-quotes-in-ports',
  'service-dependencies-alphabetical-order',
  'service-keys-order',
  'service-ports-alphabetical-order',
  'services-alphabetical-order',
  'top-level-properties-order',
];

/** Lists the problems of a Compose file: https://github.com/zavoloklom/docker-compose-linter */
export function lintCompose(path: string): string[] {
  const settings = Object.fromEntries(ignored.map((rule) => [rule, 0 as const]));
  const linter = new DCLinter({ rules: settings, quiet: true, debug: false, exclude: [] });
  const results: ComposeResult[] = linter.lintFiles([path], false);
  return results.flatMap(({ messages }) => messages.map(({ line, message, rule }) => `${line}: ${rule} ${message}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [dockerfile, compose] = ['infra/run/Dockerfile', 'docker-compose.yml'];
  const problems = [
    ...lintDockerfile(readFileSync(join(repository, dockerfile), 'utf8')).map((problem) => `${dockerfile}:${problem}`),
    ...lintCompose(join(repository, compose)).map((problem) => `${compose}:${problem}`),
  ];
  if (problems.length > 0) console.log(problems.join('\n'));
  process.exit(problems.length > 0 ? 1 : 0);
}
