package encore.query.answering;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.calls.CallsNews;
import encore.infra.backend.calls.CallsNews.Answer;
import encore.infra.backend.calls.CallsNews.PassedOn;
import encore.infra.backend.calls.CallsNews.Question;
import encore.infra.backend.calls.CallsReport;
import encore.infra.backend.calls.CallsReport.Answered;
import encore.infra.backend.calls.CallsReport.CallsRequested;
import encore.infra.backend.calls.CallsReport.Present;
import encore.kernel.calls.CallSelection;
import encore.kernel.calls.CallSelectionBuilder;
import encore.kernel.calls.FoundCalls;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;

class JoinedGatewaysTest {

    private static final CallSelection ALL =
            CallSelectionBuilder.builder().account(7).limit(100).build();
    private static final FoundCalls NOTHING = new FoundCalls(List.of(), List.of(), List.of());

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-05-01T20:00:00Z"));
    private final InstantSource source = now::get;
    private final Clock clock = source.withZone(ZoneOffset.UTC);
    private final JoinedGateways joined = new JoinedGateways(clock);

    private final class Gateway {
        final Sinks.Many<CallsReport> reports = Sinks.many().unicast().onBackpressureBuffer();
        final List<CallsNews> news = new ArrayList<>();

        Gateway(String name) {
            joined.follow(reports.asFlux()).subscribe(news::add);
            reports.tryEmitNext(new Present(name));
        }

        void send(CallsReport report) {
            reports.tryEmitNext(report);
        }
    }

    @Test
    void a_question_reaches_all_others_and_their_answers_its_asker_alone() {
        Gateway one = new Gateway("one");
        Gateway two = new Gateway("two");
        Gateway three = new Gateway("three");
        one.send(new CallsRequested("q", ALL));
        assertThat(one.news).containsExactly(new PassedOn("q", List.of("two", "three"), List.of()));
        assertThat(two.news).containsExactly(new Question("q", "one", ALL));
        assertThat(three.news).isEqualTo(two.news);
        three.send(new Answered("q", "one", NOTHING));
        assertThat(one.news).last().isEqualTo(new Answer("q", "three", NOTHING));
        assertThat(two.news).hasSize(1);
    }

    @Test
    void a_gateway_that_ended_is_named_for_ten_minutes_or_until_it_is_back() {
        Gateway one = new Gateway("one");
        Gateway two = new Gateway("two");
        two.reports.tryEmitComplete();
        one.send(new CallsRequested("q1", ALL));
        assertThat(one.news).containsExactly(new PassedOn("q1", List.of(), List.of("two")));
        Gateway again = new Gateway("two");
        one.send(new CallsRequested("q2", ALL));
        assertThat(one.news).last().isEqualTo(new PassedOn("q2", List.of("two"), List.of()));
        again.reports.tryEmitError(new IllegalStateException("lost"));
        now.updateAndGet(time -> time.plus(Duration.ofMinutes(9)));
        one.send(new CallsRequested("q3", ALL));
        assertThat(one.news).last().isEqualTo(new PassedOn("q3", List.of(), List.of("two")));
        now.updateAndGet(time -> time.plus(Duration.ofMinutes(2)));
        one.send(new CallsRequested("q4", ALL));
        assertThat(one.news).last().isEqualTo(new PassedOn("q4", List.of(), List.of()));
    }

    @Test
    void a_gateway_that_connects_again_before_its_old_connection_ends_stays() {
        Gateway one = new Gateway("one");
        Gateway old = new Gateway("two");
        Gateway fresh = new Gateway("two");
        old.reports.tryEmitComplete();
        one.send(new CallsRequested("q", ALL));
        assertThat(one.news).containsExactly(new PassedOn("q", List.of("two"), List.of()));
        assertThat(fresh.news).containsExactly(new Question("q", "one", ALL));
    }
}
