import { toast } from '../ui/toast.ts';
import { describeToOperator } from './describe.ts';

/**
 * Shows the outcome of an action that may have failed.
 * The server's message is added unless the title contains it.
 */
export function toastOutcome(
  { success, message }: { success: boolean; message: string },
  done: string,
  failed: string,
) {
  const title = success ? done : failed;
  const description = addedTo(title, message);
  toast({ title, variant: success ? 'default' : 'destructive', ...(description && { description }) });
}

/** Returns the part of a message that the title does not contain. */
function addedTo(title: string, message: string): string {
  const rest = message.startsWith(title) ? message.slice(title.length).replace(/^[\s.:!]+/, '') : message;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Shows an error as a toast, with the server's message if there is one (spec 2 §8). */
export function toastError(error: unknown): void {
  const description = describeToOperator(error);
  toast({ title: 'Error', description, variant: 'destructive' });
}
