package encore.api.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.FakeBackend;
import encore.api.problems.Problem;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.loginsettings.CodeChannel;
import encore.kernel.loginsettings.GrantedCodes;
import encore.kernel.loginsettings.LoginSettingsCommand.GrantCodes;
import encore.kernel.loginsettings.LoginSettingsId;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class CodeBudgetTest {

    private final FakeBackend backend = new FakeBackend();
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private final CodeBudget codes = new CodeBudget(backend, () -> now);
    private final Caller caller =
            new Caller(7, "key-7", new RequestContext("7:once", "f", 0, Duration.ofSeconds(1), false));

    @Test
    void a_grant_is_spent_before_the_next_is_asked_for() {
        grants(3);
        take(7);
        assertThat(backend.sent).hasSize(3).containsOnly(new GrantCodes(new LoginSettingsId(7), CodeChannel.EMAIL));
        take(2);
        assertThat(backend.sent).hasSize(3);
        take(1);
        assertThat(backend.sent).hasSize(4);
    }

    @Test
    void a_used_up_day_is_refused_until_its_end_and_asked_for_again_after_a_while() {
        grants(0);
        refused("43200");
        refused("43200");
        assertThat(backend.sent).hasSize(1);
        now = now.plusSeconds(11);
        refused("43189");
        assertThat(backend.sent).hasSize(2);
        now = now.plusSeconds(11);
        grants(5);
        take(1);
    }

    @Test
    void codes_of_a_day_are_not_spent_on_the_next() {
        grants(5);
        take(1);
        now = now.plusSeconds(43_200);
        take(1);
        assertThat(backend.sent).hasSize(2);
    }

    @Test
    void a_clock_that_is_ahead_of_the_log_asks_no_more_often() {
        backend.on(GrantCodes.class, command -> new GrantedCodes(1, 1));
        take(1);
        assertThat(backend.sent).hasSize(1);
        backend.on(GrantCodes.class, command -> new GrantedCodes(0, 1));
        refused("1");
        refused("1");
        assertThat(backend.sent).hasSize(2);
    }

    @Test
    void a_code_that_was_not_sent_is_given_back() {
        grants(1);
        take(1);
        codes.giveBack(caller, CodeChannel.EMAIL);
        take(1);
        assertThat(backend.sent).hasSize(1);
    }

    @Test
    void many_at_once_wait_for_one_grant() {
        var left = new AtomicInteger(500);
        backend.on(GrantCodes.class, command -> {
            int count = Math.min(50, left.get());
            left.addAndGet(-count);
            return new GrantedCodes(count, 43_200);
        });
        var taken = new AtomicInteger();
        Flux.range(0, 800)
                .flatMap(
                        i -> codes.take(caller, CodeChannel.EMAIL)
                                .subscribeOn(Schedulers.parallel())
                                .doOnSuccess(done -> taken.incrementAndGet())
                                .onErrorResume(Problem.class, problem -> Mono.empty()),
                        256)
                .blockLast();
        assertThat(taken.get()).isEqualTo(500);
        assertThat(backend.sent.size()).isBetween(11, 12);
    }

    @Test
    void a_grant_takes_no_request_id() {
        grants(1);
        take(1);
        assertThat(caller.context().nextRequestId()).isEqualTo("7:once/0");
    }

    @Test
    void after_a_fault_it_asks_again() {
        backend.on(GrantCodes.class, command -> {
            throw Problem.unavailable("busy", "Busy.", Duration.ofSeconds(1));
        });
        assertThatThrownBy(() -> take(1)).isInstanceOf(Problem.class);
        grants(1);
        take(1);
    }

    private void grants(int count) {
        backend.on(
                GrantCodes.class,
                command -> new GrantedCodes(
                        count,
                        Duration.between(now, Instant.parse("2026-03-02T00:00:00Z"))
                                                .toSeconds()
                                        > 0
                                ? Duration.between(now, Instant.parse("2026-03-02T00:00:00Z"))
                                        .toSeconds()
                                : 86_400));
    }

    private void take(int count) {
        for (int i = 0; i < count; i++) {
            codes.take(caller, CodeChannel.EMAIL).block();
        }
    }

    private void refused(String retryAfter) {
        assertThatThrownBy(() -> take(1)).isInstanceOfSatisfying(Problem.class, problem -> {
            assertThat(problem.status().value()).isEqualTo(429);
            assertThat(problem.type()).isEqualTo("codes-used-up");
            assertThat(problem.headers()).containsEntry("Retry-After", retryAfter);
        });
    }
}
