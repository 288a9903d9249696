import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import { AskAssistant } from '@xrp-bridge/contracts/public-api';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { type Call, handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import { isClosed, readTransfer } from '../clients.ts';
import type { Context } from '../context.ts';

/** Routes of the assistant. Questions are neither logged nor stored. */
export function assistantRoutes({ assistant, ownerCookie, services }: Context): RouteHandler[] {
  /**
   * Returns the guide's text about the address and tag to enter now, for the owner of the transfer.
   * Null for other callers, if nothing is to be sent, or if the transfer cannot be read: the answer is then a general
   * one.
   */
  async function findSendNow(
    { request, reply }: Pick<Call<RouteDefinition>, 'request' | 'reply'>,
    id: string,
  ): Promise<string | null> {
    if (!(await ownerCookie.isHeldBy(request, reply, id))) return null;
    try {
      const { status, destinationAddress } = await readTransfer(services, id);
      if (isClosed(status) || destinationAddress === 'pending') return null;
      const query = { forOwner: true };
      const { instructions } = await services.transfer.call(transferApi.readInstructions, { params: { id }, query });
      const isStopped = instructions.steps.some(({ kind }) => kind === 'stop');
      return isStopped ? null : instructions.sendNow.text;
    } catch (error) {
      if (error instanceof ProblemError) return null;
      throw error;
    }
  }

  return [
    handle(AskAssistant, async ({ body: { transferId, ...question }, ...call }) => {
      const sendNow = transferId ? await findSendNow(call, transferId) : null;
      const { response, suggestions, sources } = await assistant.answer({ ...question, sendNow });
      return {
        response,
        suggestions: suggestions.map(({ title }) => title),
        suggestionIds: suggestions.map(({ id }) => id),
        sources,
      };
    }),
  ];
}
