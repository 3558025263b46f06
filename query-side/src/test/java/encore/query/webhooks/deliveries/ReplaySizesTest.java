package encore.query.webhooks.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Query;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.webhooks.Webhook;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookQuery.FindWebhook;
import encore.kernel.webhooks.deliveries.ReplaySize;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindReplaySize;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class ReplaySizesTest {

    private static final WebhookId OURS = new WebhookId(7, "w1");
    private static final long HEAD = 150_000;

    private final ReplaySizes sizes = new ReplaySizes(new Log(true), new Head());

    /** A log in which each third event is of a fan, and the webhook gets these. Each second event is of an import. */
    private record Log(boolean withImports) implements QueryGateway {

        @Override
        @SuppressWarnings("unchecked") // The answers are those of the queries.
        public <R> R ask(Query<R> query) {
            return switch (query) {
                case FindWebhook one -> {
                    assertThat(one).isEqualTo(new FindWebhook(7, "w1"));
                    yield (R) webhook();
                }
                case FindLiveEvents page -> (R) page(page);
                default -> throw new IllegalArgumentException(query.toString());
            };
        }

        private Webhook webhook() {
            Instant made = Instant.EPOCH;
            return new Webhook(
                    "w1", "https://a.example", List.of("fan_*"), "ours", 0, 9, true, withImports, null, made, made);
        }

        private static LiveEvents page(FindLiveEvents query) {
            long after = query.after() == null ? HEAD : query.after();
            long end = Math.min(HEAD, after + query.limit());
            return new LiveEvents(
                    LongStream.rangeClosed(after + 1, end).mapToObj(Log::event).toList(), end, end < HEAD);
        }

        private static LiveEvent event(long position) {
            String type = position % 3 == 0 ? "fan_changed" : "points_awarded";
            String source = position % 2 == 0 ? "import" : null;
            return new LiveEvent(
                    position, type, Instant.EPOCH, "s", null, "c", "a", source, JsonNodeFactory.instance.objectNode());
        }
    }

    /** The end of the log alone. */
    private static final class Head implements EventTail {

        @Override
        public List<RecordedEvent> read(long after, int limit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long head() {
            return HEAD;
        }

        @Override
        public byte[] hashAt(long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public AutoCloseable onAppended(Set<Class<?>> types, Runnable wake) {
            throw new UnsupportedOperationException();
        }
    }

    private ReplaySize size(long after, long until, String... types) {
        return sizes.find(new FindReplaySize(OURS, after, until, List.of(types)));
    }

    @Test
    void the_events_that_the_webhook_gets_are_counted_between_two_positions() {
        assertThat(size(0, 30)).isEqualTo(new ReplaySize(10, false));
        assertThat(size(2, 3)).isEqualTo(new ReplaySize(1, false));
        assertThat(size(3, 5)).isEqualTo(new ReplaySize(0, false));
        assertThat(size(HEAD - 30, Long.MAX_VALUE)).isEqualTo(new ReplaySize(10, false));
        assertThat(size(0, 30, "points_*")).isEqualTo(new ReplaySize(20, false));
    }

    @Test
    void the_events_of_imports_are_counted_only_for_a_webhook_that_gets_them() {
        ReplaySizes withoutImports = new ReplaySizes(new Log(false), new Head());
        assertThat(withoutImports.find(new FindReplaySize(OURS, 0, 30, List.of())))
                .isEqualTo(new ReplaySize(5, false));
        assertThat(withoutImports.find(new FindReplaySize(OURS, 0, 30, List.of("points_*"))))
                .isEqualTo(new ReplaySize(10, false));
    }

    @Test
    void at_most_a_hundred_thousand_events_are_looked_at_and_the_answer_says_so() {
        assertThat(size(0, HEAD)).isEqualTo(new ReplaySize(33_333, true));
        assertThat(size(0, 100_000, "*")).isEqualTo(new ReplaySize(100_000, false));
        assertThat(size(0, 100_001, "*")).isEqualTo(new ReplaySize(100_000, true));
    }
}
