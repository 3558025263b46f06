package encore.api.calls;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.backend.calls.CallsNews.Answer;
import encore.infra.backend.calls.CallsNews.PassedOn;
import encore.kernel.calls.FoundCalls;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The answers of all other gateways to one question, as they come. */
final class Gathering {

    private final Sinks.Empty<Void> completion = Sinks.empty();

    @GuardedBy("this")
    private final Map<String, FoundCalls> answers = new TreeMap<>();

    @GuardedBy("this")
    private @Nullable PassedOn passedOn;

    synchronized void begin(PassedOn question) {
        passedOn = question;
        check();
    }

    synchronized void add(Answer answer) {
        answers.put(answer.gateway(), answer.found());
        check();
    }

    @GuardedBy("this")
    private void check() {
        if (passedOn != null && answers.keySet().containsAll(passedOn.asked())) {
            completion.tryEmitEmpty();
        }
    }

    /** Completes when every gateway that was asked has answered. */
    Mono<Void> whenComplete() {
        return completion.asMono();
    }

    /** Returns the answers by the names of the gateways. */
    synchronized Map<String, FoundCalls> answers() {
        return Map.copyOf(answers);
    }

    /** Returns the gateways whose calls are missing: they did not answer, or ended lately. */
    synchronized List<String> missing() {
        Set<String> answered = Set.copyOf(answers.keySet());
        return passedOn == null
                ? List.of()
                : Stream.concat(passedOn.asked().stream(), passedOn.gone().stream())
                        .filter(gateway -> !answered.contains(gateway))
                        .sorted()
                        .toList();
    }

    /** Whether the other gateways are known. */
    synchronized boolean wasPassedOn() {
        return passedOn != null;
    }
}
