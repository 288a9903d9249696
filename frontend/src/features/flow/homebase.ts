import type { Transfer } from '../../domain/transfer/transfers.ts';
import { defineStored } from '../../lib/storage.ts';
import { type Answers, type Asking, homebaseQuestions } from './questions.ts';

// The names of spec 1 §3; each transfer has its own.
const storedStep = defineStored('homebase_step', parseStep, 1);
const storedWallet = defineStored('homebase_wallet', textLike(/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/), null);
const storedTag = defineStored('homebase_tag', textLike(/^\d{0,10}$/), '');

function parseStep(value: unknown): number | undefined {
  return value === 1 || value === 2 || value === 3 ? value : undefined;
}

function textLike(pattern: RegExp) {
  return (value: unknown): string | undefined => (typeof value === 'string' && pattern.test(value) ? value : undefined);
}

/**
 * Where the homebase of a transfer stands, and what was answered. What this browser keeps counts until it is saved;
 * from then on the transfer itself, which may have been changed in its guide.
 */
export function readHomebase(transfer: Transfer): { asking: Asking; answers: Answers } {
  const { id, destinationAddress, destinationTag } = transfer;
  const saved = { address: destinationAddress === 'pending' ? '' : destinationAddress, tag: destinationTag ?? '' };
  const step = storedStep.get(id);
  const kept = { address: storedWallet.get(id) ?? '', tag: storedTag.get(id) };
  const isSaved = kept.address === saved.address && kept.tag === saved.tag;
  if (step === 3 && kept.address && isSaved) return { asking: { at: 2, answered: false }, answers: saved };
  if (step === 2 && kept.address) return { asking: { at: 1, answered: false }, answers: kept };
  return { asking: { at: 0, answered: false }, answers: saved };
}

/** Keeps it for whoever reloads, or opens it in a second tab. */
export function keepHomebase(id: string, { at }: Asking, answers: Answers): void {
  if (!answers.address) return;
  storedStep.set(Math.min(at, homebaseQuestions.length) + 1, id);
  storedWallet.set(answers.address, id);
  storedTag.set(answers.tag, id);
}
