import {
  type AdPlatform,
  initialCampaignBudget,
  longestAdMessage,
  presetAdMessages,
  suggestedBudgets,
} from '@xrp-bridge/contracts/ad-plan';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/client.ts';
import { newKey } from '../../lib/api/new-key.ts';
import { AreaField } from '../../operator/area-field.tsx';
import { describeToOperator } from '../../operator/describe.ts';
import { useAct } from '../../operator/live.ts';
import { Panel } from '../../operator/parts.tsx';
import { SmallButton } from '../../operator/small-button.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { toast } from '../../ui/toast.ts';
import { type PlatformName, parseKeywords, platforms } from './campaign-plan.ts';

/** `key` lets the server detect that the same campaign is sent again after a lost response. */
const newForm = () => ({
  platform: '' as PlatformName | '',
  campaignName: '',
  budget: String(initialCampaignBudget),
  keywords: '',
  adMessage: '',
  targetAudience: '',
  key: newKey(),
});

/**
 * Returns the hint for the ad message.
 * For Rumble there is no default message, because a person chooses it.
 */
const messageHint = (platform: AdPlatform) =>
  `Up to ${longestAdMessage[platform]} characters.${platform === 'rumble' ? '' : ' If you leave this blank, we use the first preset message.'}`;

/**
 * Shows a form that creates a paused campaign at a platform.
 * Rumble has no API, so for Rumble the form creates a task with the texts.
 */
export function NewCampaign() {
  const [form, setForm] = useState(newForm);
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part, key: newKey() }));
  const create = useAct(
    () =>
      call('POST /api/ad-campaigns', {
        body: {
          platform: form.platform as PlatformName,
          campaignName: form.campaignName.trim(),
          budget: Number(form.budget),
          keywords: parseKeywords(form.keywords),
          adMessage: form.adMessage.trim(),
          targetAudience: form.targetAudience.trim(),
          ...form.key,
        },
      }),
    {
      onDone: ({ name }) => {
        toast({ title: 'Campaign created', description: name });
        setForm(newForm());
      },
      onFailed: () =>
        toast({ title: 'Error', description: 'Failed to create campaign. Please try again.', variant: 'destructive' }),
    },
  );
  const problems = create.error instanceof ApiError ? (create.error.problem?.errors ?? []) : [];
  const chosen = platforms.find(({ value }) => value === form.platform);
  const isComplete = form.platform !== '' && form.campaignName.trim() !== '' && Number(form.budget) > 0;
  return (
    <Panel title="New campaign">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) create.start();
        }}
      >
        <ErrorSummary
          title="Failed to create campaign"
          mistakes={problems.map(({ message }) => ({ text: message }))}
          attempt={create.failureCount}
        >
          {create.isError && problems.length === 0 && <p>{describeToOperator(create.error)}</p>}
        </ErrorSummary>
        <div className="grid gap-4 md:grid-cols-3">
          <SelectField
            label="Platform"
            required
            value={form.platform}
            onChange={(event) => change({ platform: event.target.value as PlatformName | '' })}
          >
            <option value="">Choose a platform</option>
            {platforms.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          <Field
            label="Campaign name"
            required
            maxLength={120}
            value={form.campaignName}
            onChange={(event) => change({ campaignName: event.target.value })}
          />
          <Field
            label="Daily budget, in dollars"
            type="number"
            inputMode="decimal"
            required
            min={1}
            max={10_000}
            step="0.01"
            value={form.budget}
            onChange={(event) => change({ budget: event.target.value })}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          <span>Suggested:</span>
          {platforms.map(({ id: platform, value, name }) => (
            <SmallButton
              key={platform}
              aria-pressed={chosen?.id === platform && form.budget === String(suggestedBudgets[platform])}
              onClick={() => change({ platform: value, budget: String(suggestedBudgets[platform]) })}
            >
              {name} ${suggestedBudgets[platform]}
            </SmallButton>
          ))}
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <AreaField
            label="Keywords"
            optional
            rows={2}
            below="Separate them with commas, or put each on its own line."
            value={form.keywords}
            onChange={(event) => change({ keywords: event.target.value })}
          />
          <Field
            label="Target audience"
            optional
            maxLength={300}
            value={form.targetAudience}
            onChange={(event) => change({ targetAudience: event.target.value })}
          />
        </div>
        <SelectField
          label="Preset message"
          value={presetAdMessages.find((message) => message === form.adMessage) ?? ''}
          onChange={(event) => event.target.value && change({ adMessage: event.target.value })}
        >
          <option value="">My own message</option>
          {presetAdMessages.map((message) => (
            <option key={message} value={message}>
              {message}
            </option>
          ))}
        </SelectField>
        <AreaField
          label="Ad message"
          optional
          rows={3}
          maxLength={500}
          below={chosen && messageHint(chosen.id)}
          value={form.adMessage}
          onChange={(event) => change({ adMessage: event.target.value })}
        />
        <p className="text-ink-2">
          {chosen?.id === 'rumble'
            ? 'On Rumble, you create the campaign yourself. You’ll get a task with the details, ready to copy.'
            : 'The campaign and its ad start out paused. You pay nothing until you start the campaign below.'}
        </p>
        <Buttons>
          <Button type="submit" busy={create.isPending} busyLabel="Creating…" disabled={!isComplete}>
            Create campaign
          </Button>
        </Buttons>
      </form>
    </Panel>
  );
}
