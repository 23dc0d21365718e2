// chips.jsx - What is left out or changed, each to be taken back
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import {stepOf} from '../model/shown.js';
import {pointsOf, withoutStretch} from '../model/stretch.js';
import {countText, foldArguments, secondsText} from '../ui/text.js';

/// Longer names lose their arguments: short ones may be told apart by these alone.
const MostText = 60;
const Words = {hide: 'without', focus: 'only below', ignore: 'without all below', from: 'from', to: 'down to', find: 'only with'};

function Chip({word, text, tip, remove}) {
  return <span class="chip" title={tip ?? text}><span class="chip-word">{word}</span> <span class="chip-text">{text}</span>
    <button type="button" aria-label={`Take back: ${word} ${text}`} onClick={remove}>×</button></span>;
}

/// The names of wrappers that are hidden, the first of them.
function wrappersText(wrappers) {
  const names = [...new Set(wrappers.map(each => each.function))];
  return names.slice(0, 2).join(', ') + (names.length > 2 ? ` and ${names.length - 2} more` : '');
}

export function Chips({shown, store}) {
  const {profile, state} = shown, stretch = pointsOf(profile, state.stretch), [line] = profile.timeline;
  const all = [];
  if (stretch && line)
    all.push(<Chip key="stretch" word="time" text={`${stretch[0] < 0 ? 'start' : secondsText(line.seconds[stretch[0]])} – ${secondsText(line.seconds[stretch[1]])}`}
                   remove={() => store.set(withoutStretch(shown))} />);
  state.steps.forEach((step, at) => {
    const {kind, name} = stepOf(step);
    all.push(<Chip key={`${at} ${step}`} word={Words[kind] ?? kind} text={kind === 'find' || name.length <= MostText ? name : foldArguments(name)} tip={name}
                   remove={() => store.set({steps: state.steps.filter((each, i) => i !== at), zoom: []})} />);
  });
  state.only.forEach(each => {
    const {kind, name} = stepOf(each);
    if (kind === 'change' && !shown.isCompared)
      return;
    all.push(<Chip key={each} word={kind === 'change' ? 'only sites that are' : `only ${kind}`} text={name} remove={() => store.set({only: state.only.filter(its => its !== each), zoom: []})} />);
  });
  if (state.isolated)
    all.push(<Chip key="legend" word="colour" text={state.isolated} remove={() => store.set({isolated: ''})} />);
  if (state.repeated > 1)
    all.push(<Chip key="repeated" word="repeated" text={`${state.repeated} times`} remove={() => store.set({repeated: 0})} />);
  if (profile.wrappers.length)
    all.push(state.wrappers
        ? <span class="chip" key="wrappers"><button type="button" class="link" onClick={() => store.set({wrappers: false, zoom: []})}>
            Leave out {profile.wrappers.length === 1 ? 'the wrapper' : `${countText(profile.wrappers.length)} wrappers`}</button></span>
        : <Chip key="wrappers" word={profile.wrappers.length === 1 ? 'without wrapper' : 'without wrappers'} text={wrappersText(profile.wrappers)}
                tip={`These functions only pass the request on: ${profile.wrappers.map(each => each.function).join(', ')}`}
                remove={() => store.set({wrappers: true, zoom: []})} />);
  const isReset = state.steps.length + state.only.length > 1;
  return <div class="chips" hidden={!all.length} role="group" aria-label="What is applied">{all}
    {isReset && <button type="button" class="link" onClick={() => store.set({steps: [], only: [], zoom: [], repeated: 0, isolated: '', ...withoutStretch(shown)})}>Take all back</button>}</div>;
}
