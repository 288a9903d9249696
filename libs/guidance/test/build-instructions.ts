import { exchangeIds } from '@xrp-bridge/contracts/exchanges';
import type { Instructions } from '@xrp-bridge/contracts/instructions';
import { walletIds } from '@xrp-bridge/contracts/wallets';
import { buildInstructions, type InstructionsInput } from '../src/instructions.ts';
import { textsIn } from './plain-words.ts';

export const krakens = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';
export const own = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
export const pairs = exchangeIds.flatMap((fromExchange) => walletIds.map((toWallet) => ({ fromExchange, toWallet })));

export function build(input: Partial<InstructionsInput> = {}): Instructions {
  return buildInstructions({
    forOwner: true,
    fromExchange: 'coinbase',
    toWallet: 'xumm',
    destinationAddress: own,
    destinationTag: null,
    amountXrp: '250.5',
    arrivals: [],
    testFirst: true,
    baseReserveXrp: '1',
    support: { email: 'help@example.com', hours: 'Every day', response: 'Within a day' },
    ...input,
  });
}

/** Returns one arrival at 10:05. In most tests this is an hour after `addressChangedAt`. */
export const arrivalOf = (deliveredXrp: string) => [{ deliveredXrp, at: '2026-11-21T10:05:00.000Z' }];

export function textOf(instructions: Instructions): string {
  return textsIn(instructions).join('\n');
}

export function actionsOf(instructions: Instructions): string[] {
  return instructions.steps.flatMap((step) => step.actions);
}

export function issuesOf({ troubleshooting }: Instructions): string {
  return troubleshooting.commonIssues.map(({ issue, solution }) => `${issue} ${solution}`).join('\n');
}
