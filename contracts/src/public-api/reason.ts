import { z } from 'zod';

/** The operator's reason for a write; the audit trail stores it. */
export const operatorReason = z.string().max(500).trim();

/** A body field of every operator's write. */
export const optionalReason = { reason: operatorReason.optional() };

/** The body of an operator's write that has no other field. */
export const reasonBody = z.strictObject(optionalReason).optional();
