// The journal of management actions, newest first: searched by who, what and when, and saved as CSV.
import { bytesOf, get } from './calls.js';
import { fieldsOf, form } from './forms.js';
import { when } from './locale.js';
import { button, count, el, saved, say, table, unlessLeft } from './parts.js';
import { may } from './session.js';

const JOURNAL = '/api/v1/manage/operations';

export async function operations(main, signal) {
  const rows = el('div');
  const entry = fieldsOf([
    { name: 'actor', label: 'Who', hint: 'As the list names it, for example person: and the person_uid, or console: and the api_key; empty for all.' },
    { name: 'operation', label: 'What', hint: 'For example SignInAtConsole, RefuseSignIn, ExportFan or ForgetFan.' },
    { name: 'first', label: 'From (UTC)', kind: 'day' },
    { name: 'last', label: 'To (UTC)', kind: 'day', hint: 'Including this day.' },
  ]);
  let all = [];
  let asked = {};
  main.append(
    el('h1', {}, 'Operations'),
    el('p', { class: 'note' }, 'Every management action of this account: changes, sign-ins and refused ones, exports, and what people awarded and corrected by hand. Actions of the operator on the whole installation are shown to the operator only.'),
    form(entry, 'Search', async values => {
      asked = wanted(values);
      all = [];
      await more('');
    }),
    may('export:read') ? el('p', {}, button('Save as CSV', save, { class: 'outline' })) : '',
    rows);

  async function more(key) {
    const page = await get(JOURNAL, key ? { ...asked, next_operation_key: key } : asked, signal);
    all.push(...page.data);
    const next = page.meta.next_operation_key;
    rows.replaceChildren(
      table('Operations', [
        ['Position', row => count(row.position), true],
        ['When', row => when(row.at)],
        ['Who', row => row.actor_label ? [row.actor_label, el('small', { class: 'about' }, row.actor)] : row.actor],
        ['What', row => row.operation],
        ['Of', row => row.target],
        ['Request', row => el('code', {}, row.request_id)],
      ], all),
      next ? button('Show older', () => more(next).catch(unlessLeft(signal)), { class: 'outline' })
        : el('p', { class: 'hint' }, 'End of the list.'));
  }

  // The cookie alone opens nothing: the file is loaded by a call, and then saved.
  async function save() {
    try {
      saved('operations.csv', await bytesOf(`${JOURNAL}/export?${new URLSearchParams(asked)}`, signal), 'text/csv');
      say('The list is saved as operations.csv.');
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }

  await more('');
}

function wanted({ actor, operation, first, last }) {
  return {
    ...(actor && { actor }),
    ...(operation && { operation }),
    ...(first && { start_timestamp: `${first}T00:00:00Z` }),
    ...(last && { end_timestamp: `${last}T23:59:59Z` }),
  };
}
