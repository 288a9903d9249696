import { describe } from '../api/client.ts';
import { toast } from '../ui/toast.ts';

/** Says in passing what the server says of an act that may have failed. */
export function toastOutcome(
  { success, message }: { success: boolean; message: string },
  done: string,
  failed: string,
) {
  toast({ title: success ? done : failed, description: message, variant: success ? 'default' : 'destructive' });
}

/** Says in passing that something did not work, in the server's words where there are some (spec 2 §8). */
export function toastError(error: unknown): void {
  const description = describe(error, 'Please check your connection and try again.');
  toast({ title: 'Error', description, variant: 'destructive' });
}
