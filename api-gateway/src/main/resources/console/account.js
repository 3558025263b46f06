// The user's own account: who is signed in, the name, the app of the second step, and the sessions.
import { get, post, remove } from './calls.js';
import { CODE, recoveryCodes, shownSecret } from './codes.js';
import { fieldsOf, form } from './forms.js';
import { button, confirmed, el, say, section, told, unlessLeft } from './parts.js';
import { isPerson, needsApp, roleName, roleSentence, signedInAs, user } from './session.js';
import { missing } from './signin.js';
import { ACCOUNT as TEXT, CODES, WORDS } from './texts.js';

const ME = '/api/v1/manage/me';

export async function account(main, signal) {
  const facts = el('div');
  main.append(el('h1', {}, TEXT.yourAccount), facts);
  await again();
  if (!isPerson()) {
    main.append(el('p', { class: 'note' }, TEXT.aboutKeyPair));
    return;
  }
  const app = el('div');
  main.append(
    el('h2', {}, TEXT.name), naming(),
    el('h2', {}, TEXT.secondStep), app,
    el('h2', {}, TEXT.sessions),
    el('p', {}, TEXT.aboutEndAll),
    button(TEXT.endAll, endAll, { class: 'outline' }));
  showApp();

  async function again() {
    signedInAs(await get(ME, {}, signal));
    window.dispatchEvent(new Event('me-changed'));
    const me = user();
    facts.replaceChildren(told([
      [TEXT.name, me.name],
      [TEXT.email, me.email],
      [TEXT.keyPair, me.person_uid ? null : me.api_key],
      [TEXT.role, me.role ? `${roleName(me.role)}. ${roleSentence(me.role)}` : null],
      [TEXT.account, `${me.account_name ?? ''} (${me.account_id})`.trim()],
    ]));
  }

  function naming() {
    const fields = fieldsOf([{ name: 'name', label: TEXT.yourName, kind: 'person' }]);
    fields.show({ name: user().name });
    return form(fields, WORDS.save, async values => {
      await post(ME, values);
      await again();
      say(WORDS.saved);
    });
  }

  function showApp() {
    const has = user().has_codes === true;
    const needs = needsApp(user().role);
    app.replaceChildren(
      el('p', {}, has ? el('strong', { class: 'good' }, TEXT.on) : el('strong', {}, TEXT.off),
        has ? TEXT.withCode : TEXT.withPasswordAlone,
        has && needs ? TEXT.neededByRole : ''),
      el('div', { class: 'buttons' },
        button(has ? TEXT.moveApp : TEXT.setUpApp, start, { class: 'outline' }),
        has && !needs ? button(TEXT.removeApp, takeAway, { class: 'outline danger' }) : ''));
  }

  function start() {
    return section(app, signal, async () => {
      const made = await post(`${ME}/codes/secret`);
      const fields = fieldsOf([{ ...CODE, label: CODES.firstCode }]);
      const entry = form(fields, TEXT.turnOn, async ({ code }) => {
        if (code === '') throw missing('code', WORDS.mustNotBeEmpty);
        const { recovery_codes: codes } = await post(`${ME}/codes`, { generation: made.generation, code });
        const parts = recoveryCodes(codes, CODES.of(user().account_id, user().email), async () => {
          await again();
          showApp();
          app.querySelector('button').focus();
          say(TEXT.isSetUp);
        });
        const title = el('h3', { tabindex: '-1' }, parts[0].textContent);
        app.replaceChildren(title, ...parts.slice(1));
        title.focus();
      });
      entry.querySelector('.buttons').append(button(WORDS.cancel, () => {
        showApp();
        app.querySelector('button').focus();
      }, { class: 'outline secondary' }));
      setTimeout(() => fields.fields[0].focus());
      return [user().has_codes ? el('p', {}, TEXT.presentAppCounts) : '', shownSecret(made), entry];
    });
  }

  async function takeAway() {
    if (!await confirmed(TEXT.askRemoveApp, TEXT.aboutRemoveApp, TEXT.removeApp)) return;
    try {
      await remove(`${ME}/codes`);
      await again();
      showApp();
      say(TEXT.appIsRemoved);
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }

  async function endAll() {
    if (!await confirmed(TEXT.askEndAll, TEXT.aboutAskEndAll, TEXT.endAll)) return;
    try {
      await remove(`${ME}/sessions`);
      window.dispatchEvent(new CustomEvent('signed-out', { detail: TEXT.allEnded }));
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }
}
