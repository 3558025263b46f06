package encore.query.webhooks.deliveries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.process.ProcessStores;
import encore.infra.eventstore.process.webhooks.StoredAttempts;
import encore.infra.eventstore.process.webhooks.StoredAttempts.StoredAttempt;
import encore.infra.eventstore.process.webhooks.StoredEndpoint;
import encore.infra.eventstore.process.webhooks.StoredEndpoint.AttemptNumbers;
import encore.infra.eventstore.process.webhooks.StoredEndpoint.StoredBacklog;
import encore.infra.eventstore.process.webhooks.StoredEndpoint.StoredHealth;
import encore.infra.eventstore.process.webhooks.StoredEndpoint.StoredReplay;
import encore.infra.eventstore.process.webhooks.StoredLetter;
import encore.infra.eventstore.process.webhooks.WebhookEntries;
import encore.infra.eventstore.sqlite.process.SqliteProcessStores;
import encore.kernel.Query;
import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookQuery.FindWebhook;
import encore.kernel.webhooks.deliveries.WebhookAttempt;
import encore.kernel.webhooks.deliveries.WebhookDeadLetter;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookAttempts;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookDeadLetter;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookDeadLetters;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookReplays;
import encore.kernel.webhooks.deliveries.WebhookReplay;
import encore.query.projection.QueryGateway;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebhookDeliveriesTest {

    private static final WebhookId OURS = new WebhookId(7, "w1");

    @TempDir
    private Path directory;

    private SqliteProcessStores stores;
    private WebhookDeliveries deliveries;

    @BeforeEach
    void open() {
        stores = new SqliteProcessStores(directory);
        deliveries = new WebhookDeliveries(stores, new QueryGateway() {
            @Override
            public <R> R ask(Query<R> query) {
                if (!new FindWebhook(7, "w1").equals(query)) {
                    throw Refusal.unknown("There is no such webhook.");
                }
                return null;
            }
        });
    }

    @AfterEach
    void close() {
        stores.close();
    }

    private void put(String key, Object entry) {
        stores.open(ProcessStores.WEBHOOKS).commit(Map.of(key, WebhookEntries.write(entry)));
    }

    @Test
    void attempts_come_newest_first_in_pages_over_several_entries() {
        long position = 1;
        for (int entry = 3; entry <= 7; entry++) {
            List<StoredAttempt> attempts = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                attempts.add(new StoredAttempt("id-" + position, position++, 1_000 * position, 200, 5, null, false));
            }
            put(WebhookEntries.attempts(OURS, entry), new StoredAttempts(attempts));
        }
        put(WebhookEntries.endpoint(OURS), endpoint(List.of()));
        List<Long> seen = new ArrayList<>();
        String after = null;
        int pages = 0;
        do {
            Page<WebhookAttempt> page = page(after);
            page.rows().forEach(attempt -> seen.add(attempt.position()));
            after = page.more() ? page.last() : null;
            pages++;
        } while (after != null);
        assertThat(pages).isEqualTo(7);
        assertThat(seen).hasSize(20).isSortedAccordingTo((one, other) -> Long.compare(other, one));
    }

    private Page<WebhookAttempt> page(@Nullable String after) {
        return deliveries.find(new FindWebhookAttempts(OURS, new NextKey(after, 3)));
    }

    private static StoredEndpoint endpoint(List<StoredReplay> replays) {
        return new StoredEndpoint(
                new StoredBacklog(9, List.of(), List.of()),
                true,
                StoredHealth.GOOD,
                replays,
                new AttemptNumbers(3, 8, 20));
    }

    @Test
    void dead_letters_come_in_pages_and_one_is_found() {
        for (int i = 1; i <= 3; i++) {
            put(WebhookEntries.letter(OURS, "id-" + i), new StoredLetter("id-" + i, i, 1_000, "status", 400, 9));
        }
        Page<WebhookDeadLetter> page = deliveries.find(new FindWebhookDeadLetters(OURS, new NextKey("id-1", 1)));
        assertThat(page.rows()).extracting(WebhookDeadLetter::position).containsExactly(2L);
        assertThat(page.more()).isTrue();
        assertThat(deliveries.find(new FindWebhookDeadLetter(OURS, "id-3")).attempts())
                .isEqualTo(9);
        assertThatThrownBy(() -> deliveries.find(new FindWebhookDeadLetter(OURS, "id-4")))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("message_id");
    }

    @Test
    void a_replay_is_shown_with_the_position_up_to_which_it_is_done() {
        assertThat(deliveries.find(new FindWebhookReplays(OURS))).isEmpty();
        var backlog = new StoredBacklog(50, List.of(40L, 3L), List.of());
        put(WebhookEntries.endpoint(OURS), endpoint(List.of(new StoredReplay("r1", backlog, 90, List.of("fan_*")))));
        assertThat(deliveries.find(new FindWebhookReplays(OURS)))
                .containsExactly(new WebhookReplay("r1", 39, 90, List.of("fan_*")));
    }

    @Test
    void an_unknown_webhook_is_refused_as_unknown() {
        WebhookId unknown = new WebhookId(8, "w1");
        assertThatThrownBy(() -> deliveries.find(new FindWebhookReplays(unknown)))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> deliveries.find(new FindWebhookDeadLetters(unknown, new NextKey(null, 1))))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> deliveries.find(new FindWebhookAttempts(unknown, new NextKey(null, 1))))
                .isInstanceOf(Refusal.class);
    }
}
