// The key pairs of the account: by which programs call, and the scopes and the role that bound each.
import { get, post, remove } from './calls.js';
import { fieldsOf, form, given, idOfField } from './forms.js';
import { minute, when } from './locale.js';
import { act, cards, confirmed, copied, el, redraw, say, section, unlessLeft } from './parts.js';
import { ROLES, may, roleName, roleSentence, user } from './session.js';
import { KEYS } from './texts.js';

const PATH = '/api/v1/manage/keys';
const SCOPES = ['segments', 'crm', 'misc', 'apps', 'streams', 'sessions', 'idols', 'reports', 'manage'];

export async function keys(main, signal) {
  const rows = el('div');
  const issued = el('div', { 'aria-live': 'polite' });
  const [before, link, after] = KEYS.origins;
  main.append(
    el('h1', {}, KEYS.title),
    el('p', { class: 'note' }, KEYS.about, ' ', before, el('a', { href: '#things/origins' }, link), after),
    rows,
    may('keys:write') ? issuing(signal, issued, () => look()) : '',
    issued);

  async function look() {
    const [all, { callers }] = await Promise.all([get(PATH, {}, signal), get('/api/v1/manage/calls', { limit: 1 }, signal)]);
    const called = new Map(callers.filter(one => one.api_key).map(one => [one.api_key, one]));
    redraw(rows, cards(KEYS.pairs, [
      [KEYS.label, row => [el('span', { class: 'name' }, row.label), row.api_key === user().api_key ? [' ', el('small', { class: 'badge' }, KEYS.yours)] : '']],
      [KEYS.key, row => el('code', {}, row.api_key)],
      [KEYS.role, row => row.role ? el('span', { title: roleSentence(row.role) }, roleName(row.role)) : KEYS.noRole],
      [KEYS.scopes, row => el('span', { class: 'long' }, row.scopes.join(', '))],
      [KEYS.made, row => when(row.creation_timestamp, minute)],
      [KEYS.lastCall, row => lastCall(row, called.get(row.api_key))],
      ...may('keys:write') ? [['', row => act(KEYS.end, row.label, row.api_key, () => end(row))]] : [],
    ], all), el('p', { class: 'note' }, KEYS.lastCallAbout));
  }

  async function end(row) {
    if (!await confirmed(KEYS.endQuestion(row.label), KEYS.endAbout, KEYS.endNow)) return;
    try {
      await remove(`${PATH}/${encodeURIComponent(row.api_key)}`);
      await look();
      say(KEYS.ended(row.label));
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }

  await section(rows, signal, () => look().then(() => null));
}

function lastCall(row, called) {
  if (!called) return el('span', { class: 'note' }, KEYS.noCall);
  return el('a', { href: `#calls/${encodeURIComponent(`key:${row.api_key}`)}`, 'aria-label': KEYS.lastCalls(row.label) }, when(called.last_call_timestamp, minute));
}

function scopesField() {
  const complaint = el('small', { class: 'bad', hidden: true, role: 'alert' });
  const boxes = SCOPES.map(scope => {
    const id = idOfField();
    const box = el('input', { type: 'checkbox', id, value: scope });
    return { box, node: el('div', {}, box, el('label', { for: id }, scope)) };
  });
  return {
    names: ['scopes'],
    node: el('fieldset', { class: 'scopes whole' }, el('legend', {}, KEYS.scopes), el('div', { class: 'fields whole' }, boxes.map(one => one.node)), complaint),
    read: () => ({ scopes: boxes.filter(one => one.box.checked).map(one => one.box.value) }),
    show: ({ scopes = [] }) => boxes.forEach(one => { one.box.checked = scopes.includes(one.box.value); }),
    complain(sentence) {
      complaint.textContent = sentence;
      complaint.hidden = sentence === '';
    },
    focus: () => boxes[0].box.focus(),
  };
}

// The roles that bound no more than the role of the one who makes the pair.
function roleField() {
  const own = user().role;
  if (own && own !== 'owner') return null;
  return { name: 'role', label: KEYS.role, kind: 'choice', hint: KEYS.roleHint,
    options: [['', KEYS.everything], ...ROLES.filter(([word]) => word !== 'owner').map(([word, title]) => [word, title])] };
}

function issuing(signal, issued, look) {
  const role = roleField();
  const fields = fieldsOf([{ name: 'label', label: KEYS.label, hint: KEYS.labelHint }, role, scopesField()].filter(one => one !== null));
  const place = el('details', { class: 'make' }, el('summary', { role: 'button', class: 'outline' }, KEYS.make),
    role === null ? el('p', { class: 'note' }, KEYS.bound(roleName(user().role))) : '',
    form(fields, KEYS.makeNow, async values => {
      issued.replaceChildren();
      const pair = await post(PATH, given(values));
      fields.show({});
      await look();
      if (signal.aborted) return;
      place.open = false;
      const title = el('h2', { tabindex: '-1', class: 'long' }, KEYS.madePair(values.label));
      issued.replaceChildren(el('article', { class: 'handed' }, title,
        el('p', {}, KEYS.secretOnce),
        el('label', {}, KEYS.key, copied(KEYS.theKey, pair.api_key)),
        el('label', {}, KEYS.secret, copied(KEYS.theSecret, pair.api_secret))));
      title.focus();
    }, { class: 'wide' }));
  return place;
}
