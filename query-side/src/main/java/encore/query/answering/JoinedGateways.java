package encore.query.answering;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.backend.calls.CallsNews;
import encore.infra.backend.calls.CallsNews.Answer;
import encore.infra.backend.calls.CallsNews.PassedOn;
import encore.infra.backend.calls.CallsNews.Question;
import encore.infra.backend.calls.CallsReport;
import encore.infra.backend.calls.CallsReport.Answered;
import encore.infra.backend.calls.CallsReport.CallsRequested;
import encore.infra.backend.calls.CallsReport.Present;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * The gateways that are connected to this node. It passes a question of one of them on to all others, and their answers
 * back. It remembers no question: a question names its asker.
 */
final class JoinedGateways {

    /** For how long a gateway that ended is named: its calls ended with it. */
    static final Duration NAMED = Duration.ofMinutes(10);

    private static final int MAX_GONE = 100;

    private final Clock clock;

    @GuardedBy("this")
    private final Map<String, Gateway> gateways = new LinkedHashMap<>();

    /** When gateways ended, by their names, the first one first. */
    @GuardedBy("this")
    private final Map<String, Instant> gone = new LinkedHashMap<>();

    JoinedGateways(Clock clock) {
        this.clock = clock;
    }

    /** A connection of a gateway. It has a name after its first message. */
    private static final class Gateway {
        final Sinks.Many<CallsNews> news = Sinks.many().unicast().onBackpressureBuffer();

        @Nullable
        String name;

        void send(CallsNews one) {
            news.tryEmitNext(one);
        }
    }

    /** Takes the messages of a gateway and returns those for it. When they end, the gateway is gone. */
    Flux<CallsNews> follow(Flux<CallsReport> reports) {
        return Flux.defer(() -> {
            Gateway gateway = new Gateway();
            Disposable input =
                    reports.subscribe(report -> take(gateway, report), failure -> end(gateway), () -> end(gateway));
            return gateway.news.asFlux().doFinally(end -> {
                input.dispose();
                end(gateway);
            });
        });
    }

    private synchronized void end(Gateway gateway) {
        gateway.news.tryEmitComplete();
        // A gateway that came back under its name has another connection.
        if (gateway.name != null && gateways.remove(gateway.name, gateway)) {
            gone.put(gateway.name, clock.instant());
        }
    }

    private synchronized void take(Gateway gateway, CallsReport report) {
        switch (report) {
            case Present present -> {
                gateway.name = present.gateway();
                gateways.put(present.gateway(), gateway);
                gone.remove(present.gateway());
            }
            case CallsRequested asked -> {
                if (gateway.name != null) {
                    passOn(gateway, gateway.name, asked);
                }
            }
            case Answered answered -> {
                Gateway asker = gateways.get(answered.asker());
                if (asker != null && gateway.name != null) {
                    asker.send(new Answer(answered.questionId(), gateway.name, answered.found()));
                }
            }
        }
    }

    @GuardedBy("this")
    private void passOn(Gateway asker, String name, CallsRequested asked) {
        Instant earliest = clock.instant().minus(NAMED);
        gone.values().removeIf(ended -> ended.isBefore(earliest));
        while (gone.size() > MAX_GONE) {
            gone.remove(gone.keySet().iterator().next());
        }
        List<String> others =
                gateways.keySet().stream().filter(other -> !other.equals(name)).toList();
        asker.send(new PassedOn(asked.questionId(), others, List.copyOf(gone.keySet())));
        Question question = new Question(asked.questionId(), name, asked.selection());
        gateways.values().stream().filter(other -> other != asker).forEach(other -> other.send(question));
    }
}
