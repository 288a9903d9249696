import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import { formatDrops, parseDrops } from '@xrp-bridge/contracts/drops';
import { AskAssistant } from '@xrp-bridge/contracts/public-api';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import type { Question } from '@xrp-bridge/guidance/assistant/answers';
import { type Call, handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import { isClosed, isUnpaid, readTransfer, type TransferRecord } from '../clients.ts';
import type { Context } from '../context.ts';

/** Routes of the assistant. Questions are neither logged nor stored. */
export function assistantRoutes({ assistant, ownerCookie, services }: Context): RouteHandler[] {
  /**
   * Returns the state of a transfer and its guide's text about the amount to enter, for its owner.
   * Both are null for other callers, or if the transfer cannot be read. The assistant then gives a general answer. The
   * text is also null if there is nothing to send.
   */
  async function findOwn(
    { request, reply }: Pick<Call<RouteDefinition>, 'request' | 'reply'>,
    id: string,
    guideStep: number | null,
  ): Promise<Pick<Question, 'transfer' | 'sendNow'>> {
    if (!(await ownerCookie.isHeldBy(request, reply, id))) return {};
    try {
      const record = await readTransfer(services, id);
      const transfer = {
        status: record.status,
        arrivedXrp: formatDrops(record.arrivals.reduce((sum, { deliveredXrp }) => sum + dropsOf(deliveredXrp), 0n)),
        claimed: record.arrivalClaimedAt !== null,
        watch: record.watch?.state ?? null,
        refundRequested: record.refundRequestedAt !== null,
        guideStep,
      };
      return { transfer, sendNow: await readSendNow(record) };
    } catch (error) {
      if (error instanceof ProblemError) return {};
      throw error;
    }
  }

  async function readSendNow({ id, status, destinationAddress }: TransferRecord): Promise<string | null> {
    if (isClosed(status) || isUnpaid(status) || destinationAddress === 'pending') return null;
    const query = { forOwner: true };
    const { instructions } = await services.transfer.call(transferApi.readInstructions, { params: { id }, query });
    const isStopped = instructions.steps.some(({ kind }) => kind === 'stop');
    return isStopped ? null : instructions.sendNow.text;
  }

  return [
    handle(AskAssistant, async ({ body: { transferId, guideStep, ...question }, ...call }) => {
      const own = transferId ? await findOwn(call, transferId, guideStep ?? null) : {};
      const { response, suggestions, sources } = await assistant.answer({ ...question, ...own });
      return {
        response,
        suggestions: suggestions.map(({ title }) => title),
        suggestionIds: suggestions.map(({ id }) => id),
        sources,
      };
    }),
  ];
}

function dropsOf(xrp: string): bigint {
  const parsed = parseDrops(xrp);
  return parsed.ok ? parsed.drops : 0n;
}
