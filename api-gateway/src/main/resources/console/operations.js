// The journal of management actions, newest first: searched by who, what and when, and saved as CSV.
import { bytesOf, get } from './calls.js';
import { fieldsOf, form } from './forms.js';
import { when } from './locale.js';
import { button, count, el, saved, say, table, unlessLeft } from './parts.js';
import { may } from './session.js';
import { OPERATIONS as TEXT, WORDS } from './texts.js';

const JOURNAL = '/api/v1/manage/operations';

export async function operations(main, signal) {
  const rows = el('div');
  const entry = fieldsOf([
    { name: 'actor', label: TEXT.who, hint: TEXT.whoHint },
    { name: 'operation', label: TEXT.what, hint: TEXT.whatHint },
    { name: 'first', label: TEXT.fromUtc, kind: 'day' },
    { name: 'last', label: TEXT.toUtc, kind: 'day', hint: TEXT.includingThisDay },
  ]);
  let all = [];
  let asked = {};
  main.append(
    el('h1', {}, TEXT.operations),
    el('p', { class: 'note' }, TEXT.about),
    form(entry, TEXT.search, async values => {
      asked = wanted(values);
      all = [];
      await more('');
    }),
    may('export:read') ? el('p', {}, button(TEXT.saveAsCsv, save, { class: 'outline' })) : '',
    rows);

  async function more(key) {
    const page = await get(JOURNAL, key ? { ...asked, next_operation_key: key } : asked, signal);
    all.push(...page.data);
    const next = page.meta.next_operation_key;
    rows.replaceChildren(
      table(TEXT.operations, [
        [TEXT.position, row => count(row.position), true],
        [TEXT.when, row => when(row.at)],
        [TEXT.who, row => row.actor_label ? [row.actor_label, el('small', { class: 'about' }, row.actor)] : row.actor],
        [TEXT.what, row => row.operation],
        [TEXT.of, row => row.target],
        [TEXT.request, row => el('code', {}, row.request_id)],
      ], all),
      next ? button(WORDS.showOlder, () => more(next).catch(unlessLeft(signal)), { class: 'outline' })
        : el('p', { class: 'hint' }, TEXT.endOfTheList));
  }

  // The cookie alone opens nothing: the file is loaded by a call, and then saved.
  async function save() {
    try {
      saved('operations.csv', await bytesOf(`${JOURNAL}/export?${new URLSearchParams(asked)}`, signal), 'text/csv');
      say(TEXT.isSaved);
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
