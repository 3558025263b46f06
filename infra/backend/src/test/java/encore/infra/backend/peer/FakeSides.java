package encore.infra.backend.peer;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.backend.ControlMessage;
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
public final class FakeSides implements CommandSide, QuerySide {

    public final List<CommandRequest> orders = new CopyOnWriteArrayList<>();
    public final List<QueryRequest> questions = new CopyOnWriteArrayList<>();
    public volatile Function<CommandRequest, CompletableFuture<CommandResult>> decides =
            request -> new CompletableFuture<>();
    public volatile @Nullable Object found;
    public volatile Sinks.Many<ControlMessage> control = Sinks.many().replay().all();
    public volatile Sinks.Many<Long> news = Sinks.many().replay().latest();
    public volatile boolean current = true;
    public volatile boolean broken;

    @Override
    public CompletableFuture<CommandResult> handle(CommandRequest request) {
        orders.add(request);
        return decides.apply(request);
    }

    @Override
    public CompletableFuture<QueryResult> answer(QueryRequest request) {
        questions.add(request);
        Object answer = found;
        return answer == null
                ? new CompletableFuture<>()
                : answer instanceof RuntimeException failure
                        ? CompletableFuture.failedFuture(failure)
                        : CompletableFuture.completedFuture(new QueryResult(answer, 3));
    }

    @Override
    public Flux<ControlMessage> control() {
        Flux<ControlMessage> pulse = Flux.interval(Duration.ZERO, Duration.ofMillis(200))
                .map(tick -> new ControlMessage.Pulse(current ? 0 : 5_000));
        return Flux.defer(() -> control.asFlux().mergeWith(pulse));
    }

    @Override
    public boolean isBroken() {
        return broken;
    }

    @Override
    public Flux<Long> accountPositions(long account) {
        return Flux.defer(() -> news.asFlux()).map(position -> account * 1_000 + position);
    }
}
