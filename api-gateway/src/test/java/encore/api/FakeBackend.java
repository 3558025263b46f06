package encore.api;

import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.ControlMessage;
import encore.infra.backend.calls.CallsNews;
import encore.infra.backend.calls.CallsReport;
import encore.kernel.Command;
import encore.kernel.Query;
import encore.kernel.calls.CallSelection;
import encore.kernel.calls.FoundCalls;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Both sides, as a test wants them: it gives the answers of the test, and remembers commands and queries. */
public final class FakeBackend implements Backend {

    public volatile @Nullable String trouble;

    public volatile @Nullable String warning;

    public final List<Command<?>> sent = new CopyOnWriteArrayList<>();
    public final List<Query<?>> asked = new CopyOnWriteArrayList<>();
    public final List<Caller> callers = new CopyOnWriteArrayList<>();
    public final AtomicLong position = new AtomicLong(100);
    public volatile boolean broken;

    private final Map<Class<?>, Function<Object, Mono<?>>> answers = new ConcurrentHashMap<>();
    private volatile Sinks.Many<Long> news = Sinks.many().replay().latest();
    private volatile Sinks.Many<ControlMessage> control = Sinks.many().replay().all();

    /** What a command or a query of that class is answered with. */
    @SuppressWarnings("unchecked") // Answers are filed under the class of what they answer.
    public <M> FakeBackend on(Class<M> message, Function<M, ?> answer) {
        answers.put(message, asked -> {
            Object given = answer.apply((M) asked);
            return given instanceof Mono<?> mono ? mono : Mono.just(given);
        });
        return this;
    }

    /** Remembers nothing and answers nothing, as at first; positions only grow. */
    void forget() {
        sent.clear();
        asked.clear();
        callers.clear();
        answers.clear();
    }

    public void publish(ControlMessage news) {
        control.emitNext(news, Sinks.EmitFailureHandler.busyLooping(Duration.ofSeconds(1)));
    }

    /** Ends the control stream; a new one stays silent until something is published. */
    public void cutOff() {
        Sinks.Many<ControlMessage> old = control;
        control = Sinks.many().replay().all();
        old.tryEmitComplete();
    }

    @Override
    public @Nullable String warning() {
        return warning;
    }

    @Override
    public @Nullable String problem() {
        return trouble;
    }

    @Override
    @SuppressWarnings("unchecked") // The test names the answer.
    public <R> Mono<R> send(Caller caller, Command<R> command) {
        return Mono.defer(() -> {
            sent.add(command);
            callers.add(caller);
            return (Mono<R>)
                    answer(command).doOnNext(done -> caller.context().recordPosition(position.incrementAndGet()));
        });
    }

    @Override
    @SuppressWarnings("unchecked") // The test names the answer.
    public <R> Mono<R> ask(Caller caller, Query<R> query) {
        return Mono.defer(() -> {
            asked.add(query);
            callers.add(caller);
            return (Mono<R>) answer(query);
        });
    }

    private Mono<?> answer(Object message) {
        Function<Object, Mono<?>> answer = answers.get(message.getClass());
        return answer == null
                ? Mono.error(
                        new AssertionError("No answer to " + message.getClass().getSimpleName()))
                : answer.apply(message);
    }

    @Override
    public boolean isBroken() {
        return broken;
    }

    @Override
    public Flux<ControlMessage> control() {
        return Flux.defer(() -> control.asFlux());
    }

    /** How another gateway answers; null for a gateway that does not. */
    public volatile @Nullable Function<CallSelection, FoundCalls> otherGateway;

    /** The names of the other gateways, and of those that ended lately. */
    public volatile List<String> otherGateways = List.of();

    public volatile List<String> goneGateways = List.of();

    @Override
    public Flux<CallsNews> calls(Flux<CallsReport> reports) {
        return reports.ofType(CallsReport.CallsRequested.class).flatMap(asked -> {
            var passedOn = new CallsNews.PassedOn(asked.questionId(), otherGateways, goneGateways);
            var other = otherGateway;
            return other == null
                    ? Flux.just(passedOn)
                    : Flux.just(
                            passedOn,
                            new CallsNews.Answer(
                                    asked.questionId(), otherGateways.getFirst(), other.apply(asked.selection())));
        });
    }

    /** Tells all who follow how far there is news, as often as it is called. */
    public void announce(long position) {
        news.emitNext(position, Sinks.EmitFailureHandler.busyLooping(Duration.ofSeconds(1)));
    }

    /** Ends all following of news; a new follower gets only later news. */
    public void cutNews() {
        Sinks.Many<Long> old = news;
        news = Sinks.many().replay().latest();
        old.tryEmitError(new IllegalStateException("cut"));
    }

    @Override
    public Flux<Long> news(long account) {
        return Flux.defer(() -> news.asFlux());
    }
}
