// The user's own account: who is signed in, the name, the app of the second step, and the sessions.
import { get, post, remove } from './calls.js';
import { CODE, recoveryCodes, shownSecret } from './codes.js';
import { fieldsOf, form } from './forms.js';
import { button, confirmed, el, say, section, told, unlessLeft } from './parts.js';
import { isPerson, needsApp, roleName, roleSentence, signedInAs, user } from './session.js';
import { missing } from './signin.js';

const ME = '/api/v1/manage/me';

export async function account(main, signal) {
  const facts = el('div');
  main.append(el('h1', {}, 'Your account'), facts);
  await again();
  if (!isPerson()) {
    main.append(el('p', { class: 'note' }, 'You signed in with a key pair. What you do is recorded under the pair, not under your name. Invite yourself under People to sign in as a person.'));
    return;
  }
  const app = el('div');
  main.append(
    el('h2', {}, 'Name'), naming(),
    el('h2', {}, 'Second step'), app,
    el('h2', {}, 'Sessions'),
    el('p', {}, 'Signs you out in all browsers, also in this one.'),
    button('End all my sessions', endAll, { class: 'outline' }));
  showApp();

  async function again() {
    signedInAs(await get(ME, {}, signal));
    window.dispatchEvent(new Event('me-changed'));
    const me = user();
    facts.replaceChildren(told([
      ['Name', me.name],
      ['Email', me.email],
      ['Key pair', me.person_uid ? null : me.api_key],
      ['Role', me.role ? `${roleName(me.role)}. ${roleSentence(me.role)}` : null],
      ['Account', `${me.account_name ?? ''} (${me.account_id})`.trim()],
    ]));
  }

  function naming() {
    const fields = fieldsOf([{ name: 'name', label: 'Your name', kind: 'person' }]);
    fields.show({ name: user().name });
    return form(fields, 'Save', async values => {
      await post(ME, values);
      await again();
      say('Saved.');
    });
  }

  function showApp() {
    const has = user().has_codes === true;
    const needs = needsApp(user().role);
    app.replaceChildren(
      el('p', {}, has ? el('strong', { class: 'good' }, 'On. ') : el('strong', {}, 'Off. '),
        has ? 'You sign in with your password and a code of your app.' : 'You sign in with your password alone. A code of an app protects you when somebody learns your password.',
        has && needs ? ' Your role needs it.' : ''),
      el('div', { class: 'buttons' },
        button(has ? 'Move to a new app' : 'Set up an app', start, { class: 'outline' }),
        has && !needs ? button('Remove the app', takeAway, { class: 'outline danger' }) : ''));
  }

  function start() {
    return section(app, signal, async () => {
      const made = await post(`${ME}/codes/secret`);
      const fields = fieldsOf([{ ...CODE, label: 'First code of your app' }]);
      const entry = form(fields, 'Turn on', async ({ code }) => {
        if (code === '') throw missing('code', 'must not be empty');
        const { recovery_codes: codes } = await post(`${ME}/codes`, { generation: made.generation, code });
        const parts = recoveryCodes(codes, `Account ${user().account_id}, ${user().email}`, async () => {
          await again();
          showApp();
          app.querySelector('button').focus();
          say('Your app is set up.');
        });
        const title = el('h3', { tabindex: '-1' }, parts[0].textContent);
        app.replaceChildren(title, ...parts.slice(1));
        title.focus();
      });
      entry.querySelector('.buttons').append(button('Cancel', () => {
        showApp();
        app.querySelector('button').focus();
      }, { class: 'outline secondary' }));
      setTimeout(() => fields.fields[0].focus());
      return [user().has_codes ? el('p', {}, 'Your present app counts until the new one has shown its first code.') : '', shownSecret(made), entry];
    });
  }

  async function takeAway() {
    if (!await confirmed('Remove the app?', 'Afterwards your password alone is asked for. Your recovery codes count no more.', 'Remove the app')) return;
    try {
      await remove(`${ME}/codes`);
      await again();
      showApp();
      say('The app is removed.');
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }

  async function endAll() {
    if (!await confirmed('End all your sessions?', 'You are signed out in all browsers, also in this one.', 'End all my sessions')) return;
    try {
      await remove(`${ME}/sessions`);
      window.dispatchEvent(new CustomEvent('signed-out', { detail: 'All your sessions have ended.' }));
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }
}
