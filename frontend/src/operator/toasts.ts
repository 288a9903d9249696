import { toast } from '../ui/toast.ts';
import { describeToOperator } from './describe.ts';

/** Shows the outcome of an act that may have failed, with the server's words where they add to the title. */
export function toastOutcome(
  { success, message }: { success: boolean; message: string },
  done: string,
  failed: string,
) {
  const title = success ? done : failed;
  const description = addedTo(title, message);
  toast({ title, variant: success ? 'default' : 'destructive', ...(description && { description }) });
}

/** Returns what a message says beyond the title: nothing for the same words, the rest where it begins with them. */
function addedTo(title: string, message: string): string {
  const rest = message.startsWith(title) ? message.slice(title.length).replace(/^[\s.:!]+/, '') : message;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Says in passing that something did not work, in the server's words where there are some (spec 2 §8). */
export function toastError(error: unknown): void {
  const description = describeToOperator(error);
  toast({ title: 'Error', description, variant: 'destructive' });
}
