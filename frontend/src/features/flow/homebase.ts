import type { Transfer } from '../../domain/transfer/transfers.ts';
import { defineStored } from '../../lib/storage.ts';
import { type Answers, homebaseQuestions, type QuestionProgress } from './questions.ts';

// The specification defines these keys (spec 1 §3). Each transfer has its own values.
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
 * Returns the current question of the homebase and its answers.
 * Stored answers apply until they are saved. Afterwards the transfer's values apply, because the guide may have changed
 * them.
 */
export function readHomebase(transfer: Transfer): { progress: QuestionProgress; answers: Answers } {
  const { id, destinationAddress, destinationTag } = transfer;
  const saved = { address: destinationAddress === 'pending' ? '' : destinationAddress, tag: destinationTag ?? '' };
  const step = storedStep.get(id);
  const stored = { address: storedWallet.get(id) ?? '', tag: storedTag.get(id) };
  const isSaved = stored.address === saved.address && stored.tag === saved.tag;
  if (step === 3 && stored.address && isSaved) return { progress: { at: 2, answered: false }, answers: saved };
  if (step === 2 && stored.address) return { progress: { at: 1, answered: false }, answers: stored };
  return { progress: { at: 0, answered: false }, answers: saved };
}

/** Stores the answers, so that they survive a reload and reach a second tab. */
export function storeHomebase(id: string, { at }: QuestionProgress, answers: Answers): void {
  if (!answers.address) return;
  storedStep.set(Math.min(at, homebaseQuestions.length) + 1, id);
  storedWallet.set(answers.address, id);
  storedTag.set(answers.tag, id);
}
