/** A line drawing above the title of a mail, with the same stroke as the drawing of the bridge. */
export type DrawingName = 'receipt' | 'lock' | 'wallet' | 'ledger';

const water = '#0b5d6b';
const stroke = `4px solid ${water}`;

/** A thin line in a `p`, because Outlook renders the borders of paragraphs, but not of empty `div`s. */
const line = (width: number, gap = 6) =>
  `<p class="arch" style="margin:0 0 ${gap}px;width:${width}px;border-top:3px solid ${water};opacity:.45;font-size:1px;line-height:1px">&nbsp;</p>`;

const cell = (style: string, content = '', colspan = 1) =>
  `<td class="arch soft" colspan="${colspan}" style="vertical-align:top;background:#dcecec;border:${stroke};${style}">${content}</td>`;
const space = (width: number) => `<td style="width:${width}px"></td>`;

const drawings: Record<DrawingName, string> = {
  receipt: `<tr>${cell(
    'width:38px;height:50px;padding:9px 8px 0;border-bottom-style:dashed;border-radius:7px 7px 0 0',
    line(26) + line(38) + line(38) + line(18, 0),
  )}</tr>`,
  lock:
    `<tr>${space(13)}<td class="arch" style="width:22px;height:20px;border:${stroke};border-bottom:0;border-radius:15px 15px 0 0"></td>${space(13)}</tr>` +
    `<tr>${cell('height:34px;border-radius:8px;text-align:center;padding-top:8px;font-size:1px;line-height:1px', `<span class="arch" style="display:inline-block;width:0;height:14px;border-left:${stroke}"></span>`, 3)}</tr>`,
  wallet: `<tr>${cell('width:62px;height:36px;padding:12px 0 0;border-radius:9px', `<table role="presentation" cellpadding="0" cellspacing="0" align="right"><tr><td class="arch" style="width:18px;height:14px;border:${stroke};border-right:0;border-radius:10px 0 0 10px"></td></tr></table>`)}</tr>`,
  ledger: `<tr>${cell(
    'width:26px;height:44px;padding:9px 7px 0;border-right-width:2px;border-radius:8px 0 0 3px',
    line(26) + line(26) + line(16, 0),
  )}${cell(
    'width:26px;height:44px;padding:9px 7px 0;border-left-width:2px;border-radius:0 8px 3px 0',
    line(26) + line(26) + line(26, 0),
  )}</tr>`,
};

/**
 * Renders a drawing as the borders of a table.
 * Many mail programs remove SVG and block images, and an attached image looks like a file to open. Outlook for Windows
 * shows square corners.
 */
export function drawingToHtml(name: DrawingName): string {
  return (
    '<table role="presentation" aria-hidden="true" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-bottom:3px solid #47525f" class="muted"><tr><td style="padding:0 20px">' +
    `<table role="presentation" cellpadding="0" cellspacing="0" style="border-collapse:separate">${drawings[name]}</table></td></tr></table>`
  );
}
