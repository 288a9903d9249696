export interface Lru<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /** Removes an entry, if it still has this value. */
  remove(key: string, value: Value): void;
}

/** Creates a cache of the `most` entries that were used most recently. */
export function createLru<Value>(most: number): Lru<Value> {
  const entries = new Map<string, Value>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > most) entries.delete(entries.keys().next().value as string);
    },
    remove(key, value) {
      if (entries.get(key) === value) entries.delete(key);
    },
  };
}
