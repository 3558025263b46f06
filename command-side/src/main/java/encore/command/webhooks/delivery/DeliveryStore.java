package encore.command.webhooks.delivery;

import static encore.infra.eventstore.process.webhooks.WebhookEntries.read;
import static encore.infra.eventstore.process.webhooks.WebhookEntries.write;

import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.process.AutomationProgress;
import encore.infra.eventstore.process.EntryReader.Entry;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.webhooks.StoredAttempts;
import encore.infra.eventstore.process.webhooks.StoredEndpoint;
import encore.infra.eventstore.process.webhooks.StoredEndpoint.AttemptNumbers;
import encore.infra.eventstore.process.webhooks.StoredLetter;
import encore.infra.eventstore.process.webhooks.WebhookEntries;
import encore.kernel.webhooks.WebhookId;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stores the progress of the webhooks. The entries belong to the node that delivers; the marks lie beside the log, and are
 * behind the entries by some seconds. When the entries are lost, each webhook goes on after its mark.
 */
final class DeliveryStore {

    private static final long ATTEMPTS_KEPT = Duration.ofDays(7).toMillis();
    private static final long LETTERS_KEPT = Duration.ofDays(30).toMillis();

    /** An account can fill no disk with attempts. */
    private static final long MAX_ATTEMPTS = 100_000;

    private static final int PAGE = 1_000;

    /** One commit on MongoDB is one document, and this much of it is certain to fit. */
    private static final int MAX_CHARACTERS = 4 << 20;

    private final ProcessStore entries;
    private final TokenStore tokens;
    private final Map<String, @Nullable String> changes = new LinkedHashMap<>();

    DeliveryStore(ProcessStore entries, TokenStore tokens) {
        this.entries = entries;
        this.tokens = tokens;
    }

    /** Returns the position up to which the shared reading has read; 0 for none. */
    long position() {
        String stored = entries.get(AutomationProgress.KEY);
        return stored == null ? 0 : read(stored, AutomationProgress.class).position();
    }

    /** Reads the entries of all webhooks. */
    Map<WebhookId, StoredEndpoint> endpoints() {
        Map<WebhookId, StoredEndpoint> found = new LinkedHashMap<>();
        String after = null;
        List<Entry> page;
        do {
            page = entries.list(WebhookEntries.ENDPOINTS, after, PAGE);
            for (Entry entry : page) {
                found.put(WebhookEntries.webhookOf(entry.key()), read(entry.value(), StoredEndpoint.class));
                after = entry.key();
            }
        } while (page.size() == PAGE);
        return found;
    }

    /** Returns the position of a webhook's mark; -1 when it has none. */
    long mark(WebhookId webhook) {
        return tokens.position(webhook.toString()).orElse(-1);
    }

    /** Moves a webhook's mark forward. Everything up to there is delivered, or is a dead letter. */
    void advanceMark(WebhookId webhook, long position) {
        tokens.advance(webhook.toString(), position);
    }

    /** Adds a webhook's progress to the next commit, with its new attempts and dead letters. */
    void put(Endpoint endpoint, long now) {
        WebhookId webhook = endpoint.webhook;
        if (!endpoint.attempts.isEmpty()) {
            AttemptNumbers numbers = endpoint.attemptNumbers;
            changes.put(WebhookEntries.attempts(webhook, numbers.next()), write(new StoredAttempts(endpoint.attempts)));
            endpoint.attemptNumbers =
                    new AttemptNumbers(numbers.first(), numbers.next() + 1, numbers.count() + endpoint.attempts.size());
            endpoint.attempts.clear();
            removeOldAttempts(endpoint, now);
        }
        for (StoredLetter letter : endpoint.letters) {
            changes.put(WebhookEntries.letter(webhook, letter.messageId()), write(letter));
        }
        endpoint.letters.clear();
        changes.put(WebhookEntries.endpoint(webhook), write(endpoint.stored()));
    }

    private void removeOldAttempts(Endpoint endpoint, long now) {
        AttemptNumbers numbers = endpoint.attemptNumbers;
        if (endpoint.oldestAttempt > now - ATTEMPTS_KEPT && numbers.count() <= MAX_ATTEMPTS) {
            return;
        }
        while (numbers.first() < numbers.next() - 1) {
            String key = WebhookEntries.attempts(endpoint.webhook, numbers.first());
            String stored = entries.get(key);
            List<StoredAttempts.StoredAttempt> oldest = stored == null
                    ? List.of()
                    : read(stored, StoredAttempts.class).attempts();
            boolean isKept =
                    !oldest.isEmpty() && oldest.getLast().at() > now - ATTEMPTS_KEPT && numbers.count() <= MAX_ATTEMPTS;
            if (isKept) {
                endpoint.oldestAttempt = oldest.getLast().at();
                break;
            }
            changes.put(key, null);
            numbers = new AttemptNumbers(numbers.first() + 1, numbers.next(), numbers.count() - oldest.size());
        }
        endpoint.attemptNumbers = numbers;
    }

    /** Removes the attempts and the dead letters of a webhook whose time is over. */
    void removeOld(Endpoint endpoint, long now) {
        AttemptNumbers before = endpoint.attemptNumbers;
        removeOldAttempts(endpoint, now);
        endpoint.isChanged |= !before.equals(endpoint.attemptNumbers);
        for (Entry entry : all(WebhookEntries.letters(endpoint.webhook)).entrySet().stream()
                .map(one -> new Entry(one.getKey(), one.getValue()))
                .toList()) {
            if (read(entry.value(), StoredLetter.class).at() <= now - LETTERS_KEPT) {
                changes.put(entry.key(), null);
            }
        }
    }

    private Map<String, String> all(String prefix) {
        Map<String, String> found = new HashMap<>();
        String after = null;
        List<Entry> page;
        do {
            page = entries.list(prefix, after, PAGE);
            for (Entry entry : page) {
                found.put(entry.key(), entry.value());
                after = entry.key();
            }
        } while (page.size() == PAGE);
        return found;
    }

    /** Removes a dead letter with the next commit and returns it; null when there is none. */
    @Nullable
    StoredLetter takeLetter(WebhookId webhook, String messageId) {
        String key = WebhookEntries.letter(webhook, messageId);
        String stored = changes.containsKey(key) ? changes.get(key) : entries.get(key);
        if (stored == null) {
            return null;
        }
        changes.put(key, null);
        return read(stored, StoredLetter.class);
    }

    /** Removes everything about a webhook with the next commit. */
    void remove(WebhookId webhook) {
        all(WebhookEntries.letters(webhook)).keySet().forEach(key -> changes.put(key, null));
        all(WebhookEntries.attempts(webhook)).keySet().forEach(key -> changes.put(key, null));
        changes.put(WebhookEntries.endpoint(webhook), null);
    }

    boolean isChanged() {
        return !changes.isEmpty();
    }

    /**
     * Commits the changes, and the position of the shared reading with the last of them.
     *
     * @throws ProcessStore.NotOwner when another node delivers now
     */
    void commit(long position) {
        Map<String, @Nullable String> part = new LinkedHashMap<>();
        int characters = 0;
        for (Map.Entry<String, @Nullable String> change : changes.entrySet()) {
            String value = change.getValue();
            part.put(change.getKey(), value);
            characters += value == null ? 0 : value.length();
            if (characters > MAX_CHARACTERS) {
                entries.commit(part);
                part.clear();
                characters = 0;
            }
        }
        part.put(AutomationProgress.KEY, write(new AutomationProgress(position, 0, 0, 0, 0, null)));
        entries.commit(part);
        changes.clear();
    }
}
