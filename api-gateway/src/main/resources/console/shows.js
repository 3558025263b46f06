// Live shows: their list, and the page of each with what is prepared and the control room.
import { get, idOf, post } from './calls.js';
import { fieldsOf, form } from './forms.js';
import { when } from './locale.js';
import { button, cards, el, entitle, section, subtabs, unlessLeft } from './parts.js';
import { may } from './session.js';
import { prepare } from './showprepare.js';
import { run } from './showrun.js';
import { SHOW_PREPARATION, SHOWS as TEXT } from './texts.js';

const SHOWN = 50;
const PAUSE = 250;

export async function shows(main, signal, [id, part]) {
  if (!id) return listing(main, signal);
  const show = await get(`/api/v1/manage/live/${idOf(id)}`, {}, signal);
  if (signal.aborted) return;
  const isRunning = part === 'run' || part !== 'prepare' && (show.state === 'pending' || show.state === 'active');
  const state = stateMark(show.state);
  entitle(show.name);
  main.append(
    el('p', { class: 'back' }, el('a', { href: '#shows' }, TEXT.title)),
    el('header', { class: 'show-head' }, el('h1', { class: 'long' }, show.name), state,
      subtabs(TEXT.parts, [[`#shows/${id}/prepare`, TEXT.prepare], [`#shows/${id}/run`, TEXT.run]], `#shows/${id}/${isRunning ? 'run' : 'prepare'}`),
      el('span', { class: 'beside-tabs' },
        may('campaigns:read') ? el('a', { href: `#things/apps/${id}` }, TEXT.settings) : null,
        stageLink(id))));
  await (isRunning ? run : prepare)(main, signal, show, now => state.replaceWith(redrawn(state, now)));
}

function redrawn(mark, state) {
  Object.assign(mark, { textContent: TEXT.states[state] });
  mark.className = stateMark(state).className;
  return mark;
}

// The stage is an own page, so that a projector shows nothing of the console.
function stageLink(id) {
  const link = el('a', { target: '_blank', rel: 'noopener', title: TEXT.stageAbout }, TEXT.stage);
  link.href = `stage.html?page_tab_id=${encodeURIComponent(id)}`;
  return link;
}

export function stateMark(state) {
  return el('span', { class: `state is-${state}` }, TEXT.states[state]);
}

function listing(main, signal) {
  const rows = el('div', { class: 'rows', 'aria-live': 'polite' });
  const search = el('input', { type: 'search', 'aria-label': TEXT.find, placeholder: TEXT.beginsWith, oninput: later });
  let keys = [null];
  let asked = 0;
  let timer = 0;
  main.append(
    el('header', { class: 'thing-head' }, el('div', {}, el('h1', {}, TEXT.title), el('p', { class: 'note' }, TEXT.about)),
      may('campaigns:write') ? el('div', { class: 'actions' }, button(TEXT.make, newShow)) : null),
    el('section', { class: 'things' }, el('div', { class: 'finding' }, el('div', { class: 'by-name' }, search)), rows));
  return section(rows, signal, () => look().then(() => null));

  function later() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      keys = [null];
      look().catch(unlessLeft(signal));
    }, PAUSE);
  }

  async function look() {
    const turn = ++asked;
    const answer = await get('/api/v1/manage/live', { q: search.value.trim(), limit: SHOWN, next_key: keys.at(-1) }, signal);
    if (turn !== asked || signal.aborted) return;
    rows.replaceChildren(...answer.data.length === 0 ? [empty()] : [cards(TEXT.title, [
      [TEXT.show, row => el('a', { class: 'name long', href: `#shows/${row.page_tab_id}` }, row.name)],
      [TEXT.state, row => stateMark(row.state)],
      [TEXT.starts, row => when(row.start_timestamp)],
      [TEXT.ends, row => when(row.end_timestamp)],
    ], answer.data), pager(answer.meta.next_key)]);
  }

  function empty() {
    if (search.value.trim() !== '') return el('p', { class: 'none' }, TEXT.noMatch);
    return el('div', { class: 'none' }, el('p', {}, TEXT.none), may('campaigns:write') ? '' : el('p', {}, TEXT.noMake));
  }

  function pager(more) {
    if (keys.length === 1 && !more) return '';
    const turn = (label, towards) => button(label, () => {
      keys = towards;
      look().catch(unlessLeft(signal));
    }, { class: 'outline', disabled: towards === null });
    return el('div', { class: 'pager' }, turn(TEXT.previous, keys.length === 1 ? null : keys.slice(0, -1)), turn(TEXT.next, more ? [...keys, more] : null));
  }
}

// A show is a campaign of the type fanxp; all else about it can be entered later.
function newShow() {
  const fields = fieldsOf([{ name: 'name', label: TEXT.name, hint: TEXT.nameHint, required: true, maxlength: 255 }]);
  const entry = form(fields, TEXT.create, async ({ name }) => {
    const made = await post('/api/v1/manage/apps', { app_type: 'fanxp', name });
    dialog.close();
    location.hash = `#shows/${made.page_tab_id}/prepare`;
  });
  entry.querySelector('.buttons').prepend(button(SHOW_PREPARATION.cancel, () => dialog.close(), { class: 'outline secondary' }));
  const dialog = el('dialog', { 'aria-labelledby': 'new_show', onclose: () => dialog.remove() },
    el('article', { class: 'act' }, el('h2', { id: 'new_show' }, TEXT.make), entry));
  document.body.append(dialog);
  dialog.showModal();
  fields.fields[0].focus();
}
