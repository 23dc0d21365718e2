// menu.jsx - What can be done with a box or a line
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {useEffect, useRef} from 'preact/hooks';

/// \p entries: [{title, act}] or null for a line between. At (x, y), moved so that it is in sight.
export function Menu({title, x, y, entries, close}) {
  const place = useRef(null);
  useEffect(() => {
    const before = document.activeElement, {current: menu} = place;
    const box = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(4, Math.min(x, innerWidth - box.width - 8))}px`;
    menu.style.top = `${Math.max(4, Math.min(y, innerHeight - box.height - 8))}px`;
    menu.querySelector('button')?.focus();
    const leave = event => { if (!menu.contains(event.target)) close(); };
    addEventListener('pointerdown', leave, true);
    addEventListener('wheel', close, {once: true, passive: true});
    return () => {
      removeEventListener('pointerdown', leave, true);
      removeEventListener('wheel', close);
      before?.focus?.({preventScroll: true});
    };
  }, [title, x, y]);
  const press = event => {
    const all = [...place.current.querySelectorAll('button')], at = all.indexOf(document.activeElement);
    const goals = {ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1};
    if (event.key === 'Escape' || event.key === 'Tab')
      close();
    else if (event.key in goals)
      all[goals[event.key] % all.length].focus();
    else
      return;
    event.preventDefault();
    event.stopPropagation();
  };
  return <div class="menu" role="menu" aria-label={title} ref={place} onKeyDown={press} style={`left: ${x}px; top: ${y}px`}>
    <p class="menu-title" title={title}>{title}</p>
    {entries.map((each, at) => each
        ? <button type="button" role="menuitem" key={at} onClick={() => { close(); each.act(); }}>{each.title}</button>
        : <hr key={at} />)}
  </div>;
}
