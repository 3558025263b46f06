package encore.api.calls;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.api.keys.ActiveKey;
import encore.api.keys.KeyRegistry;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.calls.CallsNews;
import encore.infra.backend.calls.CallsNews.Answer;
import encore.infra.backend.calls.CallsNews.PassedOn;
import encore.infra.backend.calls.CallsNews.Question;
import encore.infra.backend.calls.CallsReport;
import encore.infra.backend.calls.CallsReport.Answered;
import encore.infra.backend.calls.CallsReport.CallsRequested;
import encore.infra.backend.calls.CallsReport.Present;
import encore.kernel.calls.CallMinute;
import encore.kernel.calls.CallSelection;
import encore.kernel.calls.CallerCalls;
import encore.kernel.calls.FoundCalls;
import encore.kernel.calls.RecordedCall;
import encore.kernel.people.PersonId;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.retry.Retry;

/** Asks all gateways for calls, this one and the others, and answers the questions of others. */
@Component
final class AllGateways implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(AllGateways.class);
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);
    private static final Duration RETRY_DELAY = Duration.ofMillis(200);
    private static final long MINUTE = 60_000;
    private static final int MINUTES = 60;
    private static final String KEY = "key:";
    private static final String PERSON = PersonId.actor("");

    private final Backend backend;
    private final CallLog log;
    private final KeyRegistry keyRegistry;
    private final Map<String, Gathering> open = new ConcurrentHashMap<>();

    @GuardedBy("this")
    private Sinks.Many<CallsReport> reports = Sinks.many().unicast().onBackpressureBuffer();

    private volatile @Nullable Disposable following;

    AllGateways(Backend backend, CallLog log, KeyRegistry keyRegistry) {
        this.backend = backend;
        this.log = log;
        this.keyRegistry = keyRegistry;
    }

    /** Asks all gateways, and waits for the slowest of them for a second. */
    Mono<AccountCalls> ask(CallSelection selection) {
        return Mono.defer(() -> {
            String questionId = Ids.uid();
            Gathering gathering = new Gathering();
            open.put(questionId, gathering);
            send(new CallsRequested(questionId, selection));
            return gathering
                    .whenComplete()
                    .timeout(MAX_WAIT, Mono.empty())
                    .then(Mono.fromSupplier(() -> merge(selection, gathering)))
                    .doFinally(end -> open.remove(questionId));
        });
    }

    private AccountCalls merge(CallSelection selection, Gathering gathering) {
        Map<String, FoundCalls> all = new TreeMap<>(gathering.answers());
        all.put(backend.self(), here(selection));
        List<RecordedCall> calls = all.values().stream()
                .flatMap(found -> found.calls().stream())
                .sorted(Comparator.comparing(RecordedCall::callTimestamp).reversed())
                .limit(selection.limit())
                .map(call -> call.labelled(label(call.apiKey())))
                .toList();
        Map<Instant, CallMinute> minutes = new TreeMap<>();
        all.values().stream()
                .flatMap(found -> found.minutes().stream())
                .forEach(minute -> minutes.merge(minute.minuteTimestamp(), minute, CallMinute::plus));
        Map<String, CallerCalls> callers = new HashMap<>();
        all.values().stream()
                .flatMap(found -> found.callers().stream())
                .forEach(
                        caller -> callers.merge(caller.apiKey() + " " + caller.personUid(), caller, CallerCalls::plus));
        List<String> missing = gathering.missing();
        return new AccountCalls(
                calls,
                List.copyOf(minutes.values()),
                callers.values().stream()
                        .map(caller -> caller.labelled(label(caller.apiKey())))
                        .sorted(Comparator.comparing(CallerCalls::lastCallTimestamp)
                                .reversed())
                        .toList(),
                List.copyOf(all.keySet()),
                missing,
                gathering.wasPassedOn() && missing.isEmpty());
    }

    private @Nullable String label(@Nullable String apiKey) {
        ActiveKey key = apiKey == null ? null : keyRegistry.find(apiKey);
        return key == null ? null : key.label();
    }

    /** Returns the calls of this gateway. */
    private FoundCalls here(CallSelection selection) {
        long earliest = minuteOf(System.currentTimeMillis()) - (MINUTES - 1) * MINUTE;
        Map<Long, int[]> counts = new HashMap<>();
        Map<String, CallerCalls> callers = new HashMap<>();
        Deque<CallEntry> found = log.find(selection, (entry, isSelected) -> {
            callers.merge(entry.actor, callerOf(entry), CallerCalls::plus);
            if (isSelected && entry.endedAt >= earliest) {
                counts.computeIfAbsent(minuteOf(entry.endedAt), minute -> new int[2])[entry.isFailed() ? 1 : 0]++;
            }
        });
        List<RecordedCall> calls = Stream.generate(found::removeLast)
                .limit(found.size())
                .map(this::recorded)
                .toList();
        List<CallMinute> minutes = counts.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(minute -> new CallMinute(
                        Instant.ofEpochMilli(minute.getKey()), minute.getValue()[0], minute.getValue()[1]))
                .toList();
        return new FoundCalls(calls, minutes, List.copyOf(callers.values()));
    }

    private static long minuteOf(long time) {
        return time - time % MINUTE;
    }

    private RecordedCall recorded(CallEntry entry) {
        return new RecordedCall(
                Instant.ofEpochMilli(entry.endedAt),
                backend.self(),
                entry.method,
                entry.route,
                entry.status,
                entry.durationMs,
                entry.problemType,
                without(KEY, entry.actor),
                null,
                without(PERSON, entry.actor),
                entry.requestId);
    }

    private static CallerCalls callerOf(CallEntry entry) {
        return new CallerCalls(
                without(KEY, entry.actor),
                null,
                without(PERSON, entry.actor),
                1,
                entry.isFailed() ? 1 : 0,
                Instant.ofEpochMilli(entry.endedAt));
    }

    private static @Nullable String without(String prefix, String actor) {
        return actor.startsWith(prefix) ? actor.substring(prefix.length()) : null;
    }

    private synchronized void send(CallsReport report) {
        reports.tryEmitNext(report);
    }

    @Override
    public void start() {
        following = Flux.defer(() -> backend.calls(joining()))
                .doOnNext(this::act)
                .doOnError(failure -> LOG.debug("The node that joins the gateways was lost", failure))
                .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, RETRY_DELAY))
                .repeatWhen(ends -> ends.delayElements(RETRY_DELAY))
                .subscribe();
    }

    private synchronized Flux<CallsReport> joining() {
        reports.tryEmitComplete();
        reports = Sinks.many().unicast().onBackpressureBuffer();
        return Flux.concat(Flux.just(new Present(backend.self())), reports.asFlux());
    }

    private void act(CallsNews news) {
        switch (news) {
            case Question question ->
                send(new Answered(question.questionId(), question.asker(), here(question.selection())));
            case PassedOn passedOn -> {
                Gathering gathering = open.get(passedOn.questionId());
                if (gathering != null) {
                    gathering.begin(passedOn);
                }
            }
            case Answer answer -> {
                Gathering gathering = open.get(answer.questionId());
                if (gathering != null) {
                    gathering.add(answer);
                }
            }
        }
    }

    @Override
    public void stop() {
        Disposable now = following;
        following = null;
        if (now != null) {
            now.dispose();
        }
    }

    @Override
    public boolean isRunning() {
        return following != null;
    }
}
