// The people of the account: a list, an invitation, and a page for one person.
import { get, post, remove, uidOf } from './calls.js';
import { fieldsOf, form, idOfField } from './forms.js';
import { minute, when } from './locale.js';
import { button, cards, confirmed, copied, el, say, section, told, unlessLeft, yesNo } from './parts.js';
import { ROLES, may, needsApp, roleName, roleSentence, user } from './session.js';
import { PEOPLE as TEXT, WORDS } from './texts.js';

const PEOPLE = '/api/v1/manage/people';
const CONSOLE = '/api/v1/manage/console';

export async function people(main, signal, [uid]) {
  if (uid !== undefined) return person(main, signal, uidOf(uid));
  const rows = el('div');
  const link = el('div', { 'aria-live': 'polite' });
  main.append(
    el('h1', {}, TEXT.people),
    el('p', { class: 'note' }, TEXT.about),
    rows,
    may('people:write') ? invitation(signal, link, () => look()) : '',
    link,
    access(signal));
  async function look() {
    const all = await get(PEOPLE, {}, signal);
    rows.replaceChildren(all.length === 0 ? el('p', { class: 'note' }, TEXT.noneYet) : list(all));
  }
  await section(rows, signal, () => look().then(() => null));
}

function list(all) {
  return cards(TEXT.people, [
    [TEXT.person, row => [
      el('a', { class: 'name', href: `#people/${row.person_uid}` }, called(row)),
      row.person_uid === user().person_uid ? el('small', { class: 'badge' }, TEXT.you) : '',
      el('small', { class: 'about' }, row.name ? row.email ?? '' : ''),
    ]],
    [TEXT.role, row => roleName(row.role)],
    [TEXT.state, row => state(row)],
    [TEXT.secondStep, row => yesNo(row.has_codes)],
    [TEXT.lastSignIn, row => when(row.last_sign_in_timestamp, minute) ?? TEXT.never],
  ], all);
}

function called(row) {
  return row.name ?? row.email ?? row.person_uid;
}

function state(row) {
  const [word, kind] = row.is_disabled ? [TEXT.disabled, 'bad'] : row.is_accepted ? [TEXT.active, 'good'] : [TEXT.invited, 'note'];
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
        el('small', { id: `${id}about` }, app ? TEXT.needsApp(sentence) : sentence))) };
  });
  return {
    names: ['role'],
    node: el('fieldset', { class: 'roles whole', 'aria-describedby': complaint.id }, el('legend', {}, TEXT.role), choices.map(one => one.node), complaint),
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
    { name: 'name', label: TEXT.name, kind: 'person' },
    { name: 'email', label: TEXT.email, kind: 'email' },
    roleField(),
  ]);
  fields.show({ role: 'viewer' });
  const place = el('details', { class: 'make' }, el('summary', { role: 'button', class: 'outline' }, TEXT.inviteAPerson),
    form(fields, TEXT.invite, async values => {
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
    say(TEXT.isMailed(invited.email ?? called(invited)));
    return;
  }
  const title = el('h2', { tabindex: '-1', class: 'long' }, TEXT.giveLink(called(invited)));
  place.replaceChildren(el('article', { class: 'handed' }, title,
    el('p', {}, TEXT.aboutLink),
    copied(TEXT.theLink, invited.link)));
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
        if (!signal.aborted) say(turn.checked ? TEXT.keysAllowed : TEXT.keysNotAllowed);
      } catch (trouble) {
        turn.checked = !wanted;
        unlessLeft(signal)(trouble);
      } finally {
        turn.removeAttribute('aria-busy');
      }
    } });
  return [
    el('h2', {}, TEXT.keyPairs),
    el('label', { for: id }, turn, TEXT.allowKeys),
    el('p', { id: `${id}hint`, class: 'hint' }, TEXT.aboutKeys),
  ];
}

async function person(main, signal, uid) {
  const path = `${PEOPLE}/${uid}`;
  const facts = el('div');
  const title = el('h1', { class: 'long' }, TEXT.person);
  const actions = el('div');
  const link = el('div', { 'aria-live': 'polite' });
  let one = await get(path, {}, signal);
  main.append(el('p', { class: 'back' }, el('a', { href: '#people' }, TEXT.allPeople)), title, facts, link, actions);
  draw();

  function draw() {
    title.textContent = called(one);
    facts.replaceChildren(told([
      [TEXT.email, one.email],
      [TEXT.role, `${roleName(one.role)}. ${roleSentence(one.role)}`],
      [TEXT.state, state(one)],
      [TEXT.secondStep, one.has_codes ? WORDS.yes : needsApp(one.role) ? TEXT.appNotYet : WORDS.no],
      [TEXT.invitedAt, when(one.creation_timestamp)],
      [TEXT.lastSignIn, when(one.last_sign_in_timestamp) ?? TEXT.never],
    ]));
    if (may('people:write')) actions.replaceChildren(change(), el('h2', {}, TEXT.waysIn), el('div', { class: 'choices' }, ways()));
  }

  function change() {
    const fields = fieldsOf([{ name: 'name', label: TEXT.name, kind: 'person' }, roleField()]);
    fields.show({ name: one.name, role: one.role });
    return el('section', {}, el('h2', {}, TEXT.nameAndRole), form(fields, WORDS.save, async values => {
      const changes = {
        ...values.name !== (one.name ?? '') && { name: values.name },
        ...values.role !== one.role && { role: values.role },
      };
      if (Object.keys(changes).length > 0) one = { ...one, ...await post(path, changes) };
      draw();
      say(WORDS.saved);
    }, { class: 'wide' }));
  }

  function ways() {
    const name = called(one);
    return [
      one.is_accepted ? null : way(TEXT.inviteAgain, TEXT.aboutInviteAgain, async () => {
        const invited = await post(`${path}/invitation`);
        tellLink(link, { ...one, ...invited });
      }),
      one.is_accepted && one.has_codes ? way(TEXT.resetApp, TEXT.aboutResetApp, () => after(
        [TEXT.askResetApp(name), TEXT.aboutAskResetApp(name), TEXT.resetApp],
        () => remove(`${path}/codes`), TEXT.appIsReset(name))) : null,
      one.is_accepted ? way(TEXT.endAllSessions, TEXT.aboutEndAll, () => after(
        [TEXT.askEndAll(name), TEXT.aboutAskEndAll, TEXT.endAllSessions],
        () => remove(`${path}/sessions`), TEXT.allHaveEnded(name))) : null,
      one.is_disabled
        ? way(TEXT.enable, TEXT.aboutEnable, () => set(false, TEXT.isEnabled(name)))
        : way(TEXT.disable, TEXT.aboutDisable, () => set(true, TEXT.isDisabled(name))),
      way(TEXT.remove, TEXT.aboutRemove, async () => {
        if (!await confirmed(TEXT.askRemove(name), [
          one.person_uid === user().person_uid ? TEXT.removesYou : TEXT.removesPerson,
          TEXT.aboutAskRemove,
        ], TEXT.remove)) return;
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
    actions.querySelector(`[data-way="${is_disabled ? TEXT.enable : TEXT.disable}"]`)?.focus();
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
