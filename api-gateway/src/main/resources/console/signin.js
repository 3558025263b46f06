// Signing in: the password, the code of an app, the first set-up of the app; a forgotten password; a key pair.
import { post } from './calls.js';
import { CODE, recoveryCodes, shownSecret } from './codes.js';
import { showCode, showPassword } from './entry.js';
import { fieldsOf, form } from './forms.js';
import { button, el, entitle } from './parts.js';
import { knownAccount, rememberAccount } from './session.js';
import { CODES, SIGNIN as TEXT, WORDS } from './texts.js';

const ACCOUNT = { name: 'account_id', label: TEXT.account, kind: 'whole', hint: TEXT.accountHint };
const EMAIL = { name: 'email', label: TEXT.email, kind: 'email', autocomplete: 'username' };

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
    return { field, node: el('p', { class: 'note account' }, TEXT.accountOf(known.account), button(TEXT.change, () => {
      known.account = '';
      redraw();
      main.querySelector('input').focus();
    }, { class: 'link' })) };
  }

  function mustNameAccount(account_id) {
    if (/^\d{1,18}$/.test(account_id)) return;
    throw Object.assign(new Error(), { errors: [{ field: 'account_id', message: TEXT.mustBeAccount }] });
  }

  function asPerson(told = '') {
    const account = accountField(() => asPerson());
    const rest = fieldsOf([EMAIL, { name: 'password', label: TEXT.password, kind: 'password', autocomplete: 'current-password' }]);
    const fields = fieldsOf([account.field, ...rest.fields]);
    rest.show({ email: known.email });
    const entry = form({ ...fields, nodes: [account.node, ...rest.nodes] }, TEXT.signIn, async ({ account_id, email: given, password }) => {
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
    draw(TEXT.signIn, [
      el('h1', {}, TEXT.signIn),
      told ? el('p', { class: 'notice', role: 'status' }, told) : '',
      entry,
      el('p', { class: 'ways' },
        button(TEXT.forgot, forgotten, { class: 'link' }),
        button(TEXT.signInWithPair, withPair, { class: 'link' })),
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
      ? { name: 'code', label: CODES.recoveryCode, kind: 'recovery', hint: TEXT.recoveryHint }
      : CODE]);
    const entry = form(fields, WORDS.continue, async ({ code }) => {
      if (code === '') throw missing('code', WORDS.mustNotBeEmpty);
      try {
        await proved(ticket, code);
      } catch (trouble) {
        fields.show({});
        fields.fields[0].focus();
        throw trouble;
      }
    });
    draw(TEXT.signIn, [
      el('h1', {}, recovery ? TEXT.enterRecovery : TEXT.enterYourCode),
      el('p', {}, recovery ? TEXT.aboutRecovery : TEXT.aboutCode),
      entry,
      el('p', { class: 'ways' },
        button(recovery ? CODES.useApp : CODES.useRecovery, () => withCode(ticket, !recovery), { class: 'link' }),
        button(TEXT.back, () => asPerson(), { class: 'link' })),
    ], fields.fields[0]);
  }

  function settingUp(ticket) {
    const fields = fieldsOf([{ ...CODE, label: CODES.firstCode }]);
    draw(TEXT.setUpApp, [
      el('h1', {}, TEXT.setUpApp),
      el('p', {}, CODES.neededByRole),
      shownSecret(ticket),
      form(fields, WORDS.continue, async ({ code }) => {
        if (code === '') throw missing('code', WORDS.mustNotBeEmpty);
        await proved(ticket, code);
      }),
      el('p', { class: 'ways' }, button(TEXT.back, () => asPerson(), { class: 'link' })),
    ], fields.fields[0]);
  }

  function showRecovery({ recovery_codes: codes }) {
    draw(CODES.recoveryCodes, recoveryCodes(codes, CODES.of(known.account, known.email), entered));
    main.querySelector('h1').focus();
  }

  function forgotten() {
    const account = accountField(forgotten);
    const rest = fieldsOf([EMAIL]);
    rest.show({ email: known.email });
    const fields = fieldsOf([account.field, ...rest.fields]);
    draw(TEXT.forgot, [
      el('h1', {}, TEXT.forgot),
      el('p', {}, TEXT.aboutForgot),
      form({ ...fields, nodes: [account.node, ...rest.nodes] }, TEXT.sendTheLink, async ({ account_id, email: given }) => {
        mustNameAccount(account_id);
        if (!given) throw missing('email', WORDS.mustNotBeEmpty);
        await post('/console/people/forgotten', { account_id: Number(account_id), email: given });
        known.account = account_id;
        known.email = given;
        draw(TEXT.forgot, [
          el('h1', { tabindex: '-1' }, TEXT.lookAtMail),
          el('p', { class: 'long' }, TEXT.linkIsMailed(given, account_id)),
          el('p', { class: 'note' }, TEXT.noMail),
          el('p', { class: 'ways' }, button(TEXT.backToSignIn, () => asPerson(), { class: 'link' })),
        ]);
        main.querySelector('h1').focus();
      }),
      el('p', { class: 'ways' }, button(TEXT.backToSignIn, () => asPerson(), { class: 'link' })),
    ], known.account ? rest.fields[0] : account.field);
  }

  function withPair() {
    const fields = fieldsOf([
      { name: 'api_key', label: TEXT.apiKey, autocomplete: 'username' },
      { name: 'api_secret', label: TEXT.apiSecret, kind: 'password', autocomplete: 'current-password' },
    ]);
    draw(TEXT.signInWithPair, [
      el('h1', {}, TEXT.signInWithPair),
      form(fields, TEXT.signIn, async pair => {
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
      el('p', { class: 'hint' }, TEXT.aboutPair),
      el('p', { class: 'ways' }, button(TEXT.signInWithEmail, () => asPerson(), { class: 'link' })),
    ], fields.fields[0]);
  }

  asPerson(news);
}

export function missing(field, message) {
  return Object.assign(new Error(), { errors: [{ field, message }] });
}
