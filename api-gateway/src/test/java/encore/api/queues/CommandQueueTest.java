package encore.api.queues;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.queues.CommandQueue.Priority;
import encore.api.queues.CommandQueue.Share;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

class CommandQueueTest {

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final FakeBackend backend = new FakeBackend();
    private final CommandQueue queue =
            new CommandQueue(backend, new SimpleMeterRegistry(), time, () -> time.now(TimeUnit.NANOSECONDS));

    record Say(long number) implements Command<Long> {
        @Override
        public StreamId stream() {
            return new FanId(1, number);
        }
    }

    @Test
    void sendsNoMoreAtATimeThanItsPartAndAnswersFirst() {
        List<Sinks.One<Long>> open = new ArrayList<>();
        backend.on(Say.class, say -> {
            Sinks.One<Long> answer = Sinks.one();
            open.add(answer);
            return answer.asMono();
        });
        for (int i = 0; i < Share.MESSAGES.most + 10; i++) {
            send(1, Priority.INTERACTION, 1_000 + i);
        }
        for (int i = 0; i < 100; i++) {
            send(1, Priority.ANSWER, i);
        }
        assertThat(backend.sent).hasSize(CommandQueue.MAX_IN_FLIGHT);
        assertThat(backend.sent.subList(Share.MESSAGES.most, CommandQueue.MAX_IN_FLIGHT))
                .allMatch(sent -> ((Say) sent).number() < 100);

        // Another account does not wait.
        send(2, Priority.INTERACTION, 7);
        assertThat(backend.sent).hasSize(CommandQueue.MAX_IN_FLIGHT + 1);

        for (int i = 0; i < open.size(); i++) {
            open.get(i).tryEmitValue(1L);
            time.advanceTimeBy(Duration.ofMillis(1));
        }
        assertThat(backend.sent).hasSize(Share.MESSAGES.most + 10 + 100 + 1);
        assertThat(backend.sent.subList(CommandQueue.MAX_IN_FLIGHT + 1, CommandQueue.MAX_IN_FLIGHT + 1 + 36))
                .as("answers that waited go before interactions that waited longer")
                .allMatch(sent -> ((Say) sent).number() < 100);
    }

    @Test
    void thousandsWhoArriveLeaveRoomToThoseWhoAreThere() {
        backend.on(Say.class, say -> Mono.never());
        for (int i = 0; i < 1_000; i++) {
            send(1, Priority.ARRIVAL, 1_000 + i);
        }
        assertThat(backend.sent).hasSize(Share.ARRIVALS.most);
        send(1, Priority.CHAT, 7);
        send(1, Priority.ANSWER, 8);
        assertThat(backend.sent).hasSize(Share.ARRIVALS.most + 2);
        for (int i = 0; i < 1_000; i++) {
            send(1, Priority.CHAT, i);
        }
        assertThat(backend.sent).hasSize(CommandQueue.MAX_IN_FLIGHT);
    }

    @Test
    void sendsABusyOneAgainAndAnswersOnce() {
        AtomicInteger attempts = new AtomicInteger();
        backend.on(Say.class, say -> attempts.incrementAndGet() < 5 ? Mono.error(busy()) : say.number());
        Outcome outcome = send(1, Priority.ANSWER, 42);
        time.advanceTimeBy(Duration.ofSeconds(2));
        assertThat(outcome.answer).isEqualTo(42L);
        assertThat(attempts).hasValue(5);
    }

    @Test
    void aCommandThatIsSentAgainIsTheSameRequest() {
        AtomicInteger attempts = new AtomicInteger();
        backend.on(Say.class, say -> attempts.incrementAndGet() < 3 ? Mono.error(busy()) : say.number());
        var context = new RequestContext("1:key", "print", 0, Duration.ofSeconds(1), false);
        queue.send(new Caller(1, "session:x", context), Priority.CHAT, new Say(1))
                .subscribe();
        time.advanceTimeBy(Duration.ofSeconds(1));
        assertThat(backend.callers.stream().map(caller -> caller.context().nextRequestId()))
                .containsExactly("1:key/0", "1:key/0", "1:key/0");
        assertThat(context.position()).as("the call learns of the position").isEqualTo(backend.position.get());
    }

    @Test
    void givesUpAfterFiveSecondsAndSaysSo() {
        backend.on(Say.class, say -> Mono.error(busy()));
        Outcome outcome = send(1, Priority.ANSWER, 42);
        time.advanceTimeBy(Duration.ofMillis(4_900));
        assertThat(outcome.failure).isNull();
        time.advanceTimeBy(Duration.ofMillis(400));
        assertThat(outcome.failure).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.type()).isEqualTo("busy");
            assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNAVAILABLE);
        });
    }

    @Test
    void passesOtherFailuresOnAtOnce() {
        backend.on(
                Say.class, say -> Mono.error(new Refusal(Refusal.Kind.UNAVAILABLE, "outcome-unknown", "Try again.")));
        assertThat(send(1, Priority.CHAT, 1).failure).isNotNull();
        assertThat(backend.sent).hasSize(1);
    }

    @Test
    void refusesWhatFindsNoRoomAndForgetsAnAccountWithoutCommands() {
        List<Sinks.One<Long>> open = new ArrayList<>();
        backend.on(Say.class, say -> {
            Sinks.One<Long> answer = Sinks.one();
            open.add(answer);
            return answer.asMono();
        });
        int most = Share.MESSAGES.most + 5_000;
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < most + 3; i++) {
            outcomes.add(send(1, Priority.CHAT, i));
        }
        assertThat(outcomes.stream().filter(outcome -> outcome.failure != null)).hasSize(3);
        Outcome answer = send(1, Priority.ANSWER, 999_999);
        assertThat(answer.failure).as("chat leaves answers their room").isNull();
        for (int i = 0; i < open.size(); i++) {
            open.get(i).tryEmitValue(1L);
            time.advanceTimeBy(Duration.ofNanos(1));
        }
        assertThat(outcomes.stream().filter(outcome -> outcome.answer != null)).hasSize(most);
        assertThat(answer.answer).isEqualTo(1L);
    }

    @Test
    void sendsWhatItAcceptedAlsoWhenTheCallerGoesAway() {
        Sinks.One<Long> first = Sinks.one();
        backend.on(Say.class, say -> first.asMono());
        for (int i = 0; i < CommandQueue.MAX_IN_FLIGHT + 1; i++) {
            queue.send(caller(1), Priority.ANSWER, new Say(i)).subscribe().dispose();
        }
        assertThat(backend.sent).hasSize(CommandQueue.MAX_IN_FLIGHT);
        first.tryEmitValue(1L);
        time.advanceTimeBy(Duration.ofMillis(1));
        assertThat(backend.sent).hasSize(CommandQueue.MAX_IN_FLIGHT + 1);
    }

    private static final class Outcome {
        private @Nullable Long answer;
        private @Nullable Throwable failure;
    }

    private Outcome send(long account, Priority priority, long number) {
        Outcome outcome = new Outcome();
        queue.send(caller(account), priority, new Say(number))
                .subscribe(answer -> outcome.answer = answer, failure -> outcome.failure = failure);
        return outcome;
    }

    private static Caller caller(long account) {
        return new Caller(account, "session:x", RequestContext.defaults());
    }

    private static Refusal busy() {
        return new Refusal(Refusal.Kind.UNAVAILABLE, "busy", "Too many commands are running: try again.");
    }
}
