// The key pairs of the account: by which programs call, and the role that bounds each.
import { get, post, remove } from './calls.js';
import { fieldsOf, form, idOfField } from './forms.js';
import { minute, when } from './locale.js';
import { act, cards, confirmed, copied, el, redraw, say, section, unlessLeft } from './parts.js';
import { may, roleName, roleSentence, user } from './session.js';

const KEYS = '/api/v1/manage/keys';
const SCOPES = ['segments', 'crm', 'misc', 'apps', 'streams', 'sessions', 'idols', 'reports', 'manage'];

export async function keys(main, signal) {
  const rows = el('div');
  const issued = el('div', { 'aria-live': 'polite' });
  main.append(
    el('h1', {}, 'Keys'),
    el('p', { class: 'note' }, 'Programs call with a key pair. Its scopes bound its calls, and so does its role, if it has one: the role of the person who made it.'),
    rows,
    may('keys:write') ? issuing(signal, issued, () => look()) : '',
    issued);

  async function look() {
    const all = await get(KEYS, {}, signal);
    redraw(rows, cards('Key pairs', [
      ['Label', row => [el('span', { class: 'name' }, row.label), row.api_key === user().api_key ? el('small', { class: 'badge' }, 'yours') : '']],
      ['API key', row => el('code', {}, row.api_key)],
      ['Role', row => row.role ? el('span', { title: roleSentence(row.role) }, roleName(row.role)) : 'none'],
      ['Scopes', row => el('span', { class: 'long' }, row.scopes.join(', '))],
      ['Made', row => when(row.creation_timestamp, minute)],
      ...may('keys:write') ? [['', row => act('Revoke', row.label, row.api_key, () => revoke(row))]] : [],
    ], all));
  }

  async function revoke(row) {
    if (!await confirmed(`Revoke ${row.label}?`, ['Programs that call with this pair are refused within a second.', 'You cannot undo that.'], 'Revoke')) return;
    try {
      await remove(`${KEYS}/${encodeURIComponent(row.api_key)}`);
      await look();
      say(`${row.label} is revoked.`);
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }

  await section(rows, signal, () => look().then(() => null));
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
    node: el('fieldset', { class: 'scopes whole' }, el('legend', {}, 'Scopes'), el('div', { class: 'fields whole' }, boxes.map(one => one.node)), complaint),
    read: () => ({ scopes: boxes.filter(one => one.box.checked).map(one => one.box.value) }),
    show: ({ scopes = [] }) => boxes.forEach(one => { one.box.checked = scopes.includes(one.box.value); }),
    complain(sentence) {
      complaint.textContent = sentence;
      complaint.hidden = sentence === '';
    },
    focus: () => boxes[0].box.focus(),
  };
}

function issuing(signal, issued, look) {
  const fields = fieldsOf([{ name: 'label', label: 'Label', hint: 'For example the program that uses the pair.' }, scopesField()]);
  const bound = user().role && user().role !== 'owner' ? `The pair gets your role, ${roleName(user().role)}: it may do no more than you.` : null;
  const place = el('details', { class: 'make' }, el('summary', { role: 'button', class: 'outline' }, 'Make a key pair'),
    bound ? el('p', { class: 'note' }, bound) : '',
    form(fields, 'Make', async values => {
      issued.replaceChildren();
      const pair = await post(KEYS, values);
      fields.show({});
      await look();
      if (signal.aborted) return;
      place.open = false;
      const title = el('h2', { tabindex: '-1', class: 'long' }, `The key pair ${values.label}`);
      issued.replaceChildren(el('article', { class: 'handed' }, title,
        el('p', {}, 'The secret is shown only now.'),
        el('label', {}, 'API key', copied('the API key', pair.api_key)),
        el('label', {}, 'API secret', copied('the API secret', pair.api_secret))));
      title.focus();
    }, { class: 'wide' }));
  return place;
}
