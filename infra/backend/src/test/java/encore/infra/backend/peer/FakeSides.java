package encore.infra.backend.peer;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.backend.ControlMessage;
import encore.infra.backend.QueryRequest;
import encore.infra.backend.QueryResult;
import encore.infra.backend.QuerySide;
import encore.infra.backend.presence.PresenceNews;
import encore.infra.backend.presence.PresenceReport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
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
    public volatile long lateness;
    public volatile boolean broken;
    public volatile boolean handsOver;

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
                        : CompletableFuture.completedFuture(new QueryResult(answer, 3, 47));
    }

    @Override
    public Flux<ControlMessage> control() {
        Flux<ControlMessage> pulse =
                Flux.interval(Duration.ZERO, Duration.ofMillis(200)).map(tick -> new ControlMessage.Pulse(lateness));
        return Flux.defer(() -> control.asFlux().mergeWith(pulse));
    }

    @Override
    public boolean handsOver() {
        return handsOver;
    }

    @Override
    public boolean isBroken() {
        return broken;
    }

    public final List<PresenceReport> reports = new CopyOnWriteArrayList<>();
    public final AtomicInteger endedChannels = new AtomicInteger();

    @Override
    public Flux<Long> accountPositions(long account) {
        return Flux.defer(() -> news.asFlux()).map(position -> account * 1_000 + position);
    }

    /** Answers each report of a join with the number of members of its first room, and counts channels that ended. */
    @Override
    public Flux<PresenceNews> presence(Flux<PresenceReport> reports) {
        return reports.doFinally(end -> endedChannels.incrementAndGet())
                .doOnNext(this.reports::add)
                .ofType(PresenceReport.Present.class)
                .map(present -> new PresenceNews.Members(
                        present.account(), present.rooms().getFirst(), this.reports.size()));
    }
}
