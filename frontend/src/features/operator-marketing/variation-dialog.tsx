import { longestPost } from '@xrp-bridge/contracts/ad-plan';
import { postLengthOf } from '@xrp-bridge/contracts/post-length';
import { useState } from 'react';
import { call, fieldMessage, type Reply } from '../../lib/api/client.ts';
import { AreaField } from '../../operator/area-field.tsx';
import { useAct } from '../../operator/live.ts';
import { NotDone } from '../../operator/not-done.tsx';
import { useDialog } from '../../operator/page-dialog.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { toast } from '../../ui/toast.ts';

export type Variation = Reply<'GET /api/admin/ad-variations'>['variations'][number];

/** Shows a dialog that adds a text to the pool or changes one, with a preview. */
export function VariationDialog({ variation }: { variation?: Variation }) {
  const showDialog = useDialog();
  const close = () => showDialog(null);
  const [theme, setTheme] = useState(variation?.theme ?? '');
  const [text, setText] = useState(variation?.text ?? '');
  const length = postLengthOf(text);
  const isLong = length > longestPost;
  const save = useAct(
    () => {
      const body = { theme: theme.trim(), text: text.trim() };
      return variation
        ? call('PATCH /api/admin/ad-variations/{id}', { params: { id: variation.id }, body })
        : call('POST /api/admin/ad-variations', { body });
    },
    {
      onDone: () => {
        toast({ title: variation ? 'Text saved' : 'Text added to the pool' });
        close();
      },
    },
  );
  return (
    <Dialog title={variation ? 'Edit text' : 'Add a text'} onClose={close}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (theme.trim() && text.trim() && !isLong) save.start();
        }}
      >
        <NotDone title="We couldn’t save the text" error={save.error} />
        <Field
          label="Theme"
          hint="Lowercase, like wallet-safety"
          maxLength={40}
          value={theme}
          onChange={(event) => setTheme(event.target.value)}
          error={fieldMessage(save.error, 'theme') ?? null}
        />
        <AreaField
          label="Text"
          rows={5}
          maxLength={1_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          isWrong={isLong}
          below={`${length} of ${longestPost} characters by X’s count`}
        />
        {text.trim() && (
          <figure className="grid gap-1.5">
            <figcaption className="text-sm text-ink-2">Preview</figcaption>
            <p className="rounded-md border border-line px-4 py-3 whitespace-pre-wrap wrap-anywhere">{text.trim()}</p>
          </figure>
        )}
        <Buttons>
          <Button
            type="submit"
            busy={save.isPending}
            busyLabel="Saving…"
            disabled={!theme.trim() || !text.trim() || isLong}
          >
            {variation ? 'Save text' : 'Add to pool'}
          </Button>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
        </Buttons>
      </form>
    </Dialog>
  );
}
