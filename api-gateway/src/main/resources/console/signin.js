// Signing in: the password, the code of an app, the first set-up of the app; a forgotten password; a key pair.
import { post } from './calls.js';
import { CODE, recoveryCodes, shownSecret } from './codes.js';
import { showCode, showPassword } from './entry.js';
import { fieldsOf, form } from './forms.js';
import { button, el, entitle } from './parts.js';
import { knownAccount, rememberAccount } from './session.js';

const ACCOUNT = { name: 'account_id', label: 'Account', kind: 'whole', hint: 'The number of the account. It is in the link of your invitation.' };
const EMAIL = { name: 'email', label: 'Email', kind: 'email', autocomplete: 'username' };

// Draws the steps into `main`. `done` is called when the user is signed in.
export function signInPage(main, done, { email = '', news = '' } = {}) {
  const known = { account: knownAccount(), email };

  function draw(title, nodes, focus) {
    entitle(title);
    main.replaceChildren(el('div', { class: 'signin' }, nodes));
    focus?.focus();
  }

  // The number of the account is asked for once; then the page only shows it.
  function accountField(redraw) {
    const [field] = fieldsOf([ACCOUNT]).fields;
    if (!known.account) return { field, node: field.node };
    field.show({ account_id: known.account });
    return { field, node: el('p', { class: 'note account' }, `Account ${known.account} `, button('Change', () => {
      known.account = '';
      redraw();
      main.querySelector('input').focus();
    }, { class: 'link' })) };
  }

  function mustNameAccount(account_id) {
    if (/^\d{1,18}$/.test(account_id)) return;
    throw Object.assign(new Error(), { errors: [{ field: 'account_id', message: 'must be the number of an account' }] });
  }

  function asPerson(told = '') {
    const account = accountField(() => asPerson());
    const rest = fieldsOf([EMAIL, { name: 'password', label: 'Password', kind: 'password', autocomplete: 'current-password' }]);
    const fields = fieldsOf([account.field, ...rest.fields]);
    rest.show({ email: known.email });
    const entry = form({ ...fields, nodes: [account.node, ...rest.nodes] }, 'Sign in', async ({ account_id, email: given, password }) => {
      mustNameAccount(account_id);
      known.email = given;
      try {
        const answer = await showPassword(account_id, given, password);
        known.account = account_id;
        next(answer);
      } catch (trouble) {
        rest.fields[1].show({});
        rest.fields[1].focus();
        throw trouble;
      }
    });
    const first = fields.fields.find(one => one.control.value === '' && entry.contains(one.control));
    draw('Sign in', [
      el('h1', {}, 'Sign in'),
      told ? el('p', { class: 'notice', role: 'status' }, told) : '',
      entry,
      el('p', { class: 'ways' },
        button('Forgot your password?', forgotten, { class: 'link' }),
        button('Sign in with a key pair', withPair, { class: 'link' })),
    ], first);
  }

  function next(answer) {
    if (answer.result === 'needs_code') withCode(answer);
    else if (answer.result === 'needs_setup') settingUp(answer);
    else if (answer.recovery_codes) showRecovery(answer);
    else entered();
  }

  function entered() {
    rememberAccount(known.account);
    done();
  }

  // A ticket that is too old leads back to the password.
  async function proved(ticket, code) {
    try {
      next(await showCode(ticket, code));
    } catch (trouble) {
      if (!trouble.isLate) throw trouble;
      asPerson(trouble.message);
    }
  }

  function withCode(ticket, recovery = false) {
    const fields = fieldsOf([recovery
      ? { name: 'code', label: 'Recovery code', kind: 'recovery', hint: 'One of the ten codes that you saved. Each works once.' }
      : CODE]);
    const entry = form(fields, 'Continue', async ({ code }) => {
      if (code === '') throw missing('code', 'must not be empty');
      try {
        await proved(ticket, code);
      } catch (trouble) {
        fields.show({});
        fields.fields[0].focus();
        throw trouble;
      }
    });
    draw('Sign in', [
      el('h1', {}, recovery ? 'Enter a recovery code' : 'Enter your code'),
      el('p', {}, recovery ? 'Use a recovery code when you do not have your phone.' : 'Open your authenticator app. It shows a code for Encore.'),
      entry,
      el('p', { class: 'ways' },
        button(recovery ? 'Use a code of the app' : 'Use a recovery code', () => withCode(ticket, !recovery), { class: 'link' }),
        button('Back', () => asPerson(), { class: 'link' })),
    ], fields.fields[0]);
  }

  function settingUp(ticket) {
    const fields = fieldsOf([{ ...CODE, label: 'First code of your app' }]);
    draw('Set up your app', [
      el('h1', {}, 'Set up your app'),
      el('p', {}, 'Your role needs a second step: a code of an authenticator app, beside your password.'),
      shownSecret(ticket),
      form(fields, 'Continue', async ({ code }) => {
        if (code === '') throw missing('code', 'must not be empty');
        await proved(ticket, code);
      }),
      el('p', { class: 'ways' }, button('Back', () => asPerson(), { class: 'link' })),
    ], fields.fields[0]);
  }

  function showRecovery({ recovery_codes: codes }) {
    draw('Recovery codes', recoveryCodes(codes, `Account ${known.account}, ${known.email}`, entered));
    main.querySelector('h1').focus();
  }

  function forgotten() {
    const account = accountField(forgotten);
    const rest = fieldsOf([EMAIL]);
    rest.show({ email: known.email });
    const fields = fieldsOf([account.field, ...rest.fields]);
    draw('Forgot your password?', [
      el('h1', {}, 'Forgot your password?'),
      el('p', {}, 'We send you a link by which you set a new password. If you use an app, its code is still asked for.'),
      form({ ...fields, nodes: [account.node, ...rest.nodes] }, 'Send the link', async ({ account_id, email: given }) => {
        mustNameAccount(account_id);
        if (!given) throw missing('email', 'must not be empty');
        await post('/console/people/forgotten', { account_id: Number(account_id), email: given });
        known.account = account_id;
        known.email = given;
        draw('Forgot your password?', [
          el('h1', { tabindex: '-1' }, 'Look at your mail'),
          el('p', { class: 'long' }, `If ${given} belongs to a person of account ${account_id}, a link is on its way. It works once, within one hour.`),
          el('p', { class: 'note' }, 'No mail? Look into the folder for spam, or ask an owner of the account for help.'),
          el('p', { class: 'ways' }, button('Back to the sign-in', () => asPerson(), { class: 'link' })),
        ]);
        main.querySelector('h1').focus();
      }),
      el('p', { class: 'ways' }, button('Back to the sign-in', () => asPerson(), { class: 'link' })),
    ], known.account ? rest.fields[0] : account.field);
  }

  function withPair() {
    const fields = fieldsOf([
      { name: 'api_key', label: 'API key', autocomplete: 'username' },
      { name: 'api_secret', label: 'API secret', kind: 'password', autocomplete: 'current-password' },
    ]);
    draw('Sign in with a key pair', [
      el('h1', {}, 'Sign in with a key pair'),
      form(fields, 'Sign in', async pair => {
        try {
          await post('/console/session', pair);
        } catch (trouble) {
          fields.fields[1].focus();
          throw new Error(trouble.message);
        } finally {
          fields.fields[1].show({});
        }
        done();
      }),
      el('p', { class: 'hint' }, 'For the first start, which prints a pair, and for the way back when nobody else can sign in.'),
      el('p', { class: 'ways' }, button('Sign in with your email', () => asPerson(), { class: 'link' })),
    ], fields.fields[0]);
  }

  asPerson(news);
}

export function missing(field, message) {
  return Object.assign(new Error(), { errors: [{ field, message }] });
}
