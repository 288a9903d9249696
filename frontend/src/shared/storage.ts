const prefix = 'xrp-bridge:';

/** A browser store that works when there is none: switched off, full, or holding something else. */
function createStore(open: () => Storage) {
  return {
    get<T>(key: string): T | undefined {
      try {
        const text = open().getItem(prefix + key);
        return text === null ? undefined : (JSON.parse(text) as T);
      } catch {
        return undefined;
      }
    },
    set(key: string, value: unknown): void {
      try {
        open().setItem(prefix + key, JSON.stringify(value));
      } catch {
        // The page works without; it only forgets.
      }
    },
    remove(key: string): void {
      try {
        open().removeItem(prefix + key);
      } catch {
        // Nothing was kept.
      }
    },
  };
}

/** Kept on this device until removed. */
export const storage = createStore(() => localStorage);

/** Kept until the tab is closed. */
export const session = createStore(() => sessionStorage);
