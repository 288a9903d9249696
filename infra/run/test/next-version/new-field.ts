import { z } from 'zod';

/** A field of version N+1. */
export const newField = { addedByNext: 'next' };

/** Adds the field, with a default, to the schema of an object. */
export function withNewField<Schema extends z.ZodType>(schema: Schema): Schema {
  if (!(schema instanceof z.ZodObject)) return schema;
  return schema.safeExtend({ addedByNext: z.string().default(newField.addedByNext) }) as unknown as Schema;
}

/** Adds the field to an object. */
export function addNewField<Value>(value: Value): Value {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? { ...value, ...newField } : value;
}
