// Runs in the page as one expression: lists the text that a person with large text cannot read, one line for each loss.
(() => {
  const losses = new Map();
  const shorten = (text) => text.trim().replace(/\s+/g, ' ').slice(0, 40);
  const lose = (what, text) => {
    const about = shorten(text);
    if (!losses.has(about)) losses.set(about, `${what}: ${about}`);
  };
  const width = document.documentElement.clientWidth;
  const height = innerHeight;
  // While a modal dialog is open, only its text is read.
  const modal = document.querySelector('dialog:modal, [role=dialog][data-state=open]');
  const root = modal ?? document.body;

  const over = document.documentElement.scrollWidth - width;
  if (over > 0) lose(`the page is ${over} px wider than the window`, document.title);
  if (modal) {
    const box = modal.getBoundingClientRect();
    if (box.top < 0 || box.bottom > height) lose('the dialog is taller than the window', modal.innerText);
  }

  /** The ancestors of an element, up to the nearest one with its own position. */
  function* boxesAround(element) {
    for (let each = element; each && each !== document.documentElement; each = each.parentElement) {
      const style = getComputedStyle(each);
      yield [each, style];
      if (style.position === 'fixed' || style.position === 'absolute') return;
    }
  }
  const isForEars = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const { clip, clipPath } = getComputedStyle(each);
      if (clipPath === 'inset(50%)' || clip.startsWith('rect(0')) return true;
    }
    return false;
  };
  const isDrawn = ({ backgroundColor, borderTopWidth, borderLeftWidth, boxShadow, display }) =>
    display !== 'inline' &&
    (!/, 0\)$|transparent/.test(backgroundColor) ||
      (parseFloat(borderTopWidth) > 0 && parseFloat(borderLeftWidth) > 0) ||
      boxShadow !== 'none');

  const lines = [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: element, data } = texts.currentNode;
    if (!data.trim() || element.closest('script, style, noscript, option, svg')) continue;
    if (!element.checkVisibility({ visibilityProperty: true }) || isForEars(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 1);
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < 31.9) lose(`${size} px only`, data);
    // A browser breaks a word only if the line is too short for it; a broken word is hard to read.
    const words = element.closest('[translate=no]') ? [] : data.matchAll(/[\p{L}’]{2,}/gu);
    for (const word of words) {
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) lose('broken', word[0]);
    }
    for (const rect of rects) {
      if (rect.left < -1 || rect.right > width + 1) lose('beyond the edge of the window', data);
      let layer = root;
      for (const [box, style] of boxesAround(element)) {
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const sideways = Math.max(left - rect.left, rect.right - right);
        const upright = Math.max(top - rect.top, rect.bottom - bottom);
        if (style.position === 'fixed' || style.position === 'sticky') layer = box;
        if (/auto|scroll/.test(style.overflowY) && box.scrollHeight > box.clientHeight + 1) {
          if (box.scrollWidth > box.clientWidth + 1) lose('scrolls sideways', data);
          layer = box;
          break;
        }
        if (style.display === 'inline') continue;
        if (style.overflowX !== 'visible' && sideways > 1) lose(`cut by ${Math.round(sideways)} px`, data);
        else if (style.overflowY !== 'visible' && upright > 2) lose(`cut by ${Math.round(upright)} px below`, data);
        else if (isDrawn(style) && sideways > 1) lose(`${Math.round(sideways)} px out of its box`, data);
        else if (isDrawn(style) && upright > size / 4) lose(`${Math.round(upright)} px below its box`, data);
      }
      lines.push({ rect, element, data, layer });
    }
  }
  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (one.element === other.element || one.layer !== other.layer) continue;
      const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const high = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      if (wide > 2 && high > 0.35 * Math.min(one.rect.height, other.rect.height)) {
        lose(`lies on “${shorten(other.data)}”`, one.data);
      }
    }
  }

  const ruler = document.createElement('canvas').getContext('2d');
  for (const field of root.querySelectorAll('input[placeholder], select')) {
    if (!field.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(field);
    ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const text = field.placeholder || field.selectedOptions?.[0]?.text || '';
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (ruler.measureText(text).width > room + 1) lose('cut in its field', text);
  }

  // A notification may cover more, because it disappears by itself or can be dismissed.
  if (!modal) {
    let covered = 0;
    for (const each of document.body.querySelectorAll('*')) {
      if (!/fixed|sticky/.test(getComputedStyle(each).position) || !each.innerText?.trim()) continue;
      if (isForEars(each) || each.closest('[aria-label^=Notifications]')) continue;
      const box = each.getBoundingClientRect();
      covered += Math.max(0, Math.min(box.bottom, height) - Math.max(box.top, 0));
    }
    if (covered > height / 4) lose(`bars cover ${Math.round(covered)} of ${height} px`, document.title);
  }
  return [...losses.values()];
})();
