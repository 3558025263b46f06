package encore.infra.backend.peer;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.backend.Control;
import encore.infra.backend.QueryRequest;
import encore.infra.backend.QueryResult;
import encore.infra.backend.QuerySide;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** Both sides as a test wants them. */
final class FakeSides implements CommandSide, QuerySide {

    final List<CommandRequest> orders = new CopyOnWriteArrayList<>();
    final List<QueryRequest> questions = new CopyOnWriteArrayList<>();
    volatile Function<CommandRequest, CompletableFuture<CommandResult>> decides = order -> new CompletableFuture<>();
    volatile @Nullable Object found;
    volatile Sinks.Many<Control> control = Sinks.many().replay().all();
    volatile Sinks.Many<Long> news = Sinks.many().replay().latest();
    volatile boolean current = true;
    volatile boolean broken;

    @Override
    public CompletableFuture<CommandResult> handle(CommandRequest order) {
        orders.add(order);
        return decides.apply(order);
    }

    @Override
    public CompletableFuture<QueryResult> answer(QueryRequest question) {
        questions.add(question);
        Object answer = found;
        return answer == null
                ? new CompletableFuture<>()
                : answer instanceof RuntimeException failure
                        ? CompletableFuture.failedFuture(failure)
                        : CompletableFuture.completedFuture(new QueryResult(answer, 3));
    }

    @Override
    public Flux<Control> control() {
        Flux<Control> pulse = Flux.interval(Duration.ZERO, Duration.ofMillis(200))
                .map(tick -> new Control.Pulse(current ? 0 : 5_000));
        return Flux.defer(() -> control.asFlux().mergeWith(pulse));
    }

    @Override
    public boolean isBroken() {
        return broken;
    }

    @Override
    public Flux<Long> news(long account) {
        return Flux.defer(() -> news.asFlux()).map(position -> account * 1_000 + position);
    }
}
