// The people of the account: a list, an invitation, and a page for one person.
import { get, post, remove, uidOf } from './calls.js';
import { fieldsOf, form, idOfField } from './forms.js';
import { minute, when } from './locale.js';
import { button, cards, confirmed, copied, el, say, section, told, unlessLeft, yesNo } from './parts.js';
import { ROLES, may, needsApp, roleName, roleSentence, user } from './session.js';

const PEOPLE = '/api/v1/manage/people';
const CONSOLE = '/api/v1/manage/console';

export async function people(main, signal, [uid]) {
  if (uid !== undefined) return person(main, signal, uidOf(uid));
  const rows = el('div');
  const link = el('div', { 'aria-live': 'polite' });
  main.append(
    el('h1', {}, 'People'),
    el('p', { class: 'note' }, 'Each person signs in with an own password, and sees what the role allows.'),
    rows,
    may('people:write') ? invitation(signal, link, () => look()) : '',
    link,
    access(signal));
  async function look() {
    const all = await get(PEOPLE, {}, signal);
    rows.replaceChildren(all.length === 0 ? el('p', { class: 'note' }, 'There are none yet. Invite the first owner below.') : list(all));
  }
  await section(rows, signal, () => look().then(() => null));
}

function list(all) {
  return cards('People', [
    ['Person', row => [
      el('a', { class: 'name', href: `#people/${row.person_uid}` }, called(row)),
      row.person_uid === user().person_uid ? el('small', { class: 'badge' }, 'you') : '',
      el('small', { class: 'about' }, row.name ? row.email ?? '' : ''),
    ]],
    ['Role', row => roleName(row.role)],
    ['State', row => state(row)],
    ['Second step', row => yesNo(row.has_codes)],
    ['Last sign-in', row => when(row.last_sign_in_timestamp, minute) ?? 'never'],
  ], all);
}

function called(row) {
  return row.name ?? row.email ?? row.person_uid;
}

function state(row) {
  const [word, kind] = row.is_disabled ? ['disabled', 'bad'] : row.is_accepted ? ['active', 'good'] : ['invited', 'note'];
  return el('span', { class: kind }, word);
}

// The roles to choose from, each with its sentence.
function roleField() {
  const name = idOfField();
  const complaint = el('small', { id: `${name}wrong`, class: 'bad', hidden: true });
  const choices = ROLES.map(([word, title, sentence, app]) => {
    const id = idOfField();
    const radio = el('input', { type: 'radio', id, name, value: word, 'aria-describedby': `${id}about` });
    return { word, radio, node: el('div', { class: 'role' }, radio,
      el('div', {}, el('label', { for: id }, title),
        el('small', { id: `${id}about` }, app ? `${sentence} Needs an app for the second step.` : sentence))) };
  });
  return {
    names: ['role'],
    node: el('fieldset', { class: 'roles whole', 'aria-describedby': complaint.id }, el('legend', {}, 'Role'), choices.map(one => one.node), complaint),
    read: () => ({ role: choices.find(one => one.radio.checked)?.word ?? '' }),
    show: ({ role }) => choices.forEach(one => { one.radio.checked = one.word === role; }),
    complain(sentence) {
      complaint.textContent = sentence;
      complaint.hidden = sentence === '';
    },
    focus: () => (choices.find(one => one.radio.checked) ?? choices[0]).radio.focus(),
  };
}

function invitation(signal, link, look) {
  const fields = fieldsOf([
    { name: 'name', label: 'Name', kind: 'person' },
    { name: 'email', label: 'Email', kind: 'email' },
    roleField(),
  ]);
  fields.show({ role: 'viewer' });
  const place = el('details', { class: 'make' }, el('summary', { role: 'button', class: 'outline' }, 'Invite a person'),
    form(fields, 'Invite', async values => {
      link.replaceChildren();
      const invited = await post(PEOPLE, values);
      fields.show({ role: 'viewer' });
      await look();
      if (signal.aborted) return;
      place.open = false;
      tellLink(link, invited);
    }, { class: 'wide' }));
  return place;
}

// The link is in the answer only where no mail can be sent. It is shown once.
function tellLink(place, invited) {
  if (!invited.link) {
    place.replaceChildren();
    say(`An invitation is on its way to ${invited.email ?? called(invited)}. Its link works once, within 48 hours.`);
    return;
  }
  const title = el('h2', { tabindex: '-1', class: 'long' }, `Give this link to ${called(invited)}`);
  place.replaceChildren(el('article', { class: 'handed' }, title,
    el('p', {}, 'This installation sends no mail, so the link is shown here, only now. It works once, within 48 hours. Whoever has it can set the password.'),
    copied('the link', invited.link)));
  say('');
  title.focus();
}

// Whether key pairs may sign in at the console.
export function access(signal) {
  const place = el('section', { class: 'access' });
  section(place, signal, async () => {
    const { are_keys_allowed: allowed } = await get(CONSOLE, {}, signal);
    return accessParts(signal, allowed);
  });
  return place;
}

function accessParts(signal, allowed) {
  const id = idOfField();
  const turn = el('input', { type: 'checkbox', role: 'switch', id, checked: allowed, disabled: !may('people:write'), 'aria-describedby': `${id}hint`,
    onchange: async () => {
      const wanted = turn.checked;
      turn.setAttribute('aria-busy', 'true');
      try {
        turn.checked = (await post(CONSOLE, { are_keys_allowed: wanted })).are_keys_allowed;
        if (!signal.aborted) say(turn.checked ? 'Key pairs may sign in at the console.' : 'Key pairs may not sign in at the console any more.');
      } catch (trouble) {
        turn.checked = !wanted;
        unlessLeft(signal)(trouble);
      } finally {
        turn.removeAttribute('aria-busy');
      }
    } });
  return [
    el('h2', {}, 'Key pairs'),
    el('label', { for: id }, turn, 'Key pairs may sign in at the console'),
    el('p', { id: `${id}hint`, class: 'hint' }, 'A key pair names no person. Switch this off when an owner has signed in. The operator of the installation can switch it on again. Calls of programs are not affected.'),
  ];
}

async function person(main, signal, uid) {
  const path = `${PEOPLE}/${uid}`;
  const facts = el('div');
  const title = el('h1', { class: 'long' }, 'Person');
  const actions = el('div');
  const link = el('div', { 'aria-live': 'polite' });
  let one = await get(path, {}, signal);
  main.append(el('p', { class: 'back' }, el('a', { href: '#people' }, 'All people')), title, facts, link, actions);
  draw();

  function draw() {
    title.textContent = called(one);
    facts.replaceChildren(told([
      ['Email', one.email],
      ['Role', `${roleName(one.role)}. ${roleSentence(one.role)}`],
      ['State', state(one)],
      ['Second step', one.has_codes ? 'yes' : needsApp(one.role) ? 'not yet; the app is set up at the next sign-in' : 'no'],
      ['Invited', when(one.creation_timestamp)],
      ['Last sign-in', when(one.last_sign_in_timestamp) ?? 'never'],
    ]));
    if (may('people:write')) actions.replaceChildren(change(), el('h2', {}, 'Ways in'), el('div', { class: 'choices' }, ways()));
  }

  function change() {
    const fields = fieldsOf([{ name: 'name', label: 'Name', kind: 'person' }, roleField()]);
    fields.show({ name: one.name, role: one.role });
    return el('section', {}, el('h2', {}, 'Name and role'), form(fields, 'Save', async values => {
      const changes = {
        ...values.name !== (one.name ?? '') && { name: values.name },
        ...values.role !== one.role && { role: values.role },
      };
      if (Object.keys(changes).length > 0) one = { ...one, ...await post(path, changes) };
      draw();
      say('Saved.');
    }, { class: 'wide' }));
  }

  function ways() {
    const name = called(one);
    return [
      one.is_accepted ? null : way('Invite again', 'Makes a new link. The former link ends.', async () => {
        const invited = await post(`${path}/invitation`);
        tellLink(link, { ...one, ...invited });
      }),
      one.is_accepted && one.has_codes ? way('Reset the app', 'For a lost phone without recovery codes. Codes of the present app count no more.', () => after(
        [`Reset the app of ${name}?`, `Make sure that it is really ${name} who asks. Until a new app is set up, the password alone is asked for.`, 'Reset the app'],
        () => remove(`${path}/codes`), `The app of ${name} is reset.`)) : null,
      one.is_accepted ? way('End all sessions', 'Signs the person out in all browsers.', () => after(
        [`End all sessions of ${name}?`, 'The person can sign in again at once. Disable the person to prevent that.', 'End all sessions'],
        () => remove(`${path}/sessions`), `All sessions of ${name} have ended.`)) : null,
      one.is_disabled
        ? way('Enable', 'The person can sign in again.', () => set(false, `${name} can sign in again.`))
        : way('Disable', 'Signs the person out, and prevents a new sign-in. You can undo that.', () => set(true, `${name} is disabled.`)),
      way('Remove', 'Erases name, email and password. You cannot undo that.', async () => {
        if (!await confirmed(`Remove ${name}?`, [
          one.person_uid === user().person_uid ? 'This is you: you are signed out at once.' : 'The person is signed out at once.',
          'Name, email and password are erased. The journal keeps what the person did, without the name. You cannot undo that.',
        ], 'Remove')) return;
        await remove(path);
        location.hash = '#people';
      }, 'danger'),
    ];
  }

  function way(label, about, work, kind = '') {
    const id = idOfField();
    return el('div', { class: 'choice' },
      el('p', { id }, about),
      button(label, event => busy(event.target, work), { class: `outline ${kind}`, 'aria-describedby': id, 'data-way': label }));
  }

  async function busy(pressed, work) {
    if (pressed.hasAttribute('aria-busy')) return;
    pressed.setAttribute('aria-busy', 'true');
    try {
      await work();
    } catch (trouble) {
      if (trouble.isSignedOut) window.dispatchEvent(new Event('signed-out'));
      else unlessLeft(signal)(trouble);
    } finally {
      pressed.removeAttribute('aria-busy');
    }
  }

  async function set(is_disabled, done) {
    one = { ...one, ...await post(path, { is_disabled }) };
    if (signal.aborted) return;
    draw();
    actions.querySelector(`[data-way="${is_disabled ? 'Enable' : 'Disable'}"]`)?.focus();
    say(done);
  }

  async function after(question, work, done) {
    if (!await confirmed(...question)) return;
    await work();
    one = await get(path, {}, signal);
    draw();
    say(done);
  }
}
