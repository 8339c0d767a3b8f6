/** Finds unreadable content in the elements that match a selector. Runs in the page, so it can't import anything. */
export function unreadable(selector) {
  /** A tolerance for rounding, and for letters that are taller than their line. */
  const slackPx = 3;
  const squeezedPx = 80;

  const called = (one) =>
    `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''} “${(one.textContent ?? '').slice(0, 30)}”`;

  function edges(place) {
    const { left, right } = place.getBoundingClientRect();
    // Tables and carousels can be wider than their container, because they scroll sideways like in Slack.
    const ownEdges = ':not(.table, .table *, .carousel, .carousel *)';
    const inside = place.matches('.carousel .card-block') ? '*' : ownEdges;
    return [...place.querySelectorAll(inside)].flatMap((one) => {
      const box = one.getBoundingClientRect();
      if (!isShown(one) || box.width === 0) return [];
      const { overflowX, overflowY, display } = getComputedStyle(one);
      const isField = one.matches('input, textarea');
      const isWide = display !== 'inline' && one.scrollWidth > one.clientWidth + 1;
      const isHigh = display !== 'inline' && one.scrollHeight > one.clientHeight + 1;
      return [
        ...(box.left < left - 1 || box.right > right + 1 ? [`${called(one)} is beyond the edge`] : []),
        ...(!isField && isWide && overflowX !== 'visible'
          ? [`${called(one)} is cut or scrolls sideways`]
          : []),
        ...(isHigh && ['hidden', 'clip'].includes(overflowY) ? [`${called(one)} is cut below`] : []),
      ];
    });
  }

  const isShown = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !one.closest('.visually-hidden');

  /** The boxes of all lines of text, buttons, fields and images. */
  function boxesOf(place) {
    const boxes = [];
    const squeezed = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const of = node.parentElement;
      if (!of || !node.textContent?.trim() || !isShown(of) || of.closest('textarea')) continue;
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      boxes.push(...rects.map((rect) => ({ of, rect })));
      const widest = Math.max(...rects.map(({ width }) => width));
      if (rects.length > 3 && widest < squeezedPx) squeezed.push(`${called(of)} is squeezed`);
    }
    for (const one of place.querySelectorAll('button, img, input, textarea, [role=img]')) {
      const of = one.closest('.text-input, .combobox, .option-row') ?? one;
      if (isShown(of)) boxes.push({ of, rect: of.getBoundingClientRect() });
    }
    return { boxes: boxes.sort((a, b) => a.rect.top - b.rect.top), squeezed };
  }

  function overlaps(boxes) {
    const problems = [];
    let above = [];
    for (const box of boxes) {
      above = above.filter(({ rect }) => rect.bottom > box.rect.top + slackPx);
      for (const { of, rect } of above) {
        const across = Math.min(rect.right, box.rect.right) - Math.max(rect.left, box.rect.left);
        if (across > slackPx && !of.contains(box.of) && !box.of.contains(of))
          problems.push(`${called(box.of)} overlaps ${called(of)}`);
      }
      above.push(box);
    }
    return problems;
  }

  /** Names of emoji that are shown instead of their images. */
  const unknownEmoji = (place) =>
    [...(place.textContent.match(/(?<![\w:]):[a-z][a-z0-9_]+:(?!\w)/g) ?? [])].map(
      (name) => `${name} is shown as text`,
    );

  return [...document.querySelectorAll(selector)].map((place) => {
    const { boxes, squeezed } = boxesOf(place);
    const { ts, hash } = place.dataset;
    const cards = [...place.querySelectorAll('.carousel .card-block')].flatMap(edges);
    const problems = [...edges(place), ...cards, ...squeezed, ...overlaps(boxes), ...unknownEmoji(place)];
    return { place: ts ?? hash ?? '', problems: [...new Set(problems)].slice(0, 5) };
  });
}
