// Some calls want that the user signed in within the last minutes. A dialog asks for it, and the call goes on.
import { post, whenStale } from './calls.js';
import { CODE } from './codes.js';
import { showCode, showPassword } from './entry.js';
import { fieldsOf, form } from './forms.js';
import { button, el } from './parts.js';
import { isPerson, user } from './session.js';
import { missing } from './signin.js';

let asking = null;

// Calls that are refused at the same time share one dialog.
whenStale(() => {
  asking ??= ask().finally(() => { asking = null; });
  return asking;
});

function ask() {
  return new Promise(resolve => {
    let isDone = false;
    const body = el('div');
    const dialog = el('dialog', { 'aria-labelledby': 'again_title', onclose: () => {
      dialog.remove();
      resolve(isDone);
    } }, el('article', { class: 'narrow' }, el('h2', { id: 'again_title' }, 'Sign in again'), body));
    const finish = () => {
      isDone = true;
      dialog.close();
    };
    const step = (sentence, descriptions, send, extra = null) => {
      const fields = fieldsOf(descriptions);
      const entry = form(fields, 'Continue', async values => {
        try {
          await send(values);
        } catch (trouble) {
          fields.show({});
          fields.fields[0].focus();
          throw trouble;
        }
      });
      entry.querySelector('.buttons').prepend(button('Cancel', () => dialog.close(), { class: 'outline secondary' }));
      body.replaceChildren(el('p', { class: 'long' }, sentence), entry, extra ?? '');
      fields.fields[0].focus();
    };

    function pair() {
      step('This needs the secret of your key pair, because you showed it more than five minutes ago.',
        [{ name: 'api_secret', label: 'API secret', kind: 'password', autocomplete: 'current-password' }],
        async ({ api_secret }) => {
          await post('/console/session', { api_key: user().api_key, api_secret }).catch(trouble => {
            throw new Error(trouble.message);
          });
          finish();
        });
    }

    function password() {
      step(`This needs your password, because you signed in more than five minutes ago. You are ${user().email}.`,
        [{ name: 'password', label: 'Password', kind: 'password', autocomplete: 'current-password' }],
        async given => next(await showPassword(user().account_id, user().email, given.password)));
    }

    function next(answer) {
      if (answer.result === 'signed_in') finish();
      else if (answer.result === 'needs_code') code(answer, false);
      else throw new Error('Set up your app first: sign out, and sign in again.');
    }

    function code(ticket, recovery) {
      step(recovery ? 'Enter one of the recovery codes that you saved.' : 'Enter the code that your authenticator app shows for Encore.',
        [recovery ? { name: 'code', label: 'Recovery code', kind: 'recovery' } : CODE],
        async given => {
          if (given.code === '') throw missing('code', 'must not be empty');
          try {
            next(await showCode(ticket, given.code));
          } catch (trouble) {
            if (!trouble.isLate) throw trouble;
            password();
          }
        },
        button(recovery ? 'Use a code of the app' : 'Use a recovery code', () => code(ticket, !recovery), { class: 'link' }));
    }

    document.body.append(dialog);
    dialog.showModal();
    if (isPerson()) password();
    else pair();
  });
}
