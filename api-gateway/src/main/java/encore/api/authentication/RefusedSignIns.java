package encore.api.authentication;

import encore.api.journal.OperationJournal;
import encore.api.keys.ActiveKey;
import encore.api.keys.KeyRegistry;
import encore.api.problems.Ids;
import encore.api.server.ClientNetworks;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.people.PersonId;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Counts refused sign-ins to the console, and records the counts in the journal of operations. An attacker must not be
 * able to fill the log: a key has an entry a minute after its first refusal, and at most one an hour while they go on. A
 * gateway records at most {@value #ENTRIES_PER_MINUTE} entries in a minute. Refusals of keys that do not exist share one
 * entry, which only the operator sees. Refused sign-ins of people are counted by person. Those with emails that nobody of an
 * account has share one entry of the account.
 */
@Component
public class RefusedSignIns implements DisposableBean {

    private static final String OPERATION = "RefuseSignIn";
    private static final String ACTOR = "gateway";
    private static final String NO_KEY = "unknown";
    private static final int ENTRIES_PER_MINUTE = 5;
    private static final int MAX_KEYS = 1_000;
    private static final int MAX_NETWORKS = 100;
    private static final Duration FIRST_WAIT = Duration.ofMinutes(1);
    private static final Duration INTERVAL = Duration.ofHours(1);

    private final KeyRegistry keyRegistry;
    private final OperationJournal journal;
    private final Clock clock;
    private final Scheduler scheduler = Schedulers.newSingle("refused-sign-ins", true);
    private final Map<Attempted, Refusals> refusals = new LinkedHashMap<>();

    /** The key that was shown, or the person; account 0 and no key for a key that does not exist. */
    private record Attempted(long account, String key) {}

    /** The refusals since the last entry. */
    private static final class Refusals {
        private int count;
        private final Set<InetAddress> networks = new HashSet<>();
        private Instant due;

        Refusals(Instant due) {
            this.due = due;
        }
    }

    @Autowired
    RefusedSignIns(KeyRegistry keyRegistry, OperationJournal journal) {
        this(keyRegistry, journal, Clock.systemUTC());
        scheduler.schedulePeriodically(() -> record(false).subscribe(), 1, 1, TimeUnit.MINUTES);
    }

    RefusedSignIns(KeyRegistry keyRegistry, OperationJournal journal, Clock clock) {
        this.keyRegistry = keyRegistry;
        this.journal = journal;
        this.clock = clock;
    }

    /**
     * Counts a refusal.
     *
     * @param apiKey the key that was shown, of whatever form
     */
    public void count(String apiKey, @Nullable InetAddress address) {
        ActiveKey key = keyRegistry.find(apiKey);
        count(key == null ? new Attempted(0, NO_KEY) : new Attempted(key.account(), key.apiKey()), address);
    }

    /**
     * Counts the refused sign-in of a person.
     *
     * @param account 0 for one that does not exist
     * @param personUid null for an email that nobody has
     */
    public void count(long account, @Nullable String personUid, @Nullable InetAddress address) {
        count(new Attempted(account, personUid == null ? NO_KEY : PersonId.actor(personUid)), address);
    }

    private void count(Attempted attempted, @Nullable InetAddress address) {
        synchronized (refusals) {
            Attempted counted = refusals.size() < MAX_KEYS || refusals.containsKey(attempted)
                    ? attempted
                    : new Attempted(0, NO_KEY);
            Refusals known = refusals.computeIfAbsent(
                    counted, first -> new Refusals(clock.instant().plus(FIRST_WAIT)));
            known.count++;
            if (address != null && known.networks.size() < MAX_NETWORKS) {
                known.networks.add(ClientNetworks.of(address));
            }
        }
    }

    /**
     * Records the counts that are due.
     *
     * @param all whether to record the others too, because the gateway stops
     */
    Mono<Void> record(boolean all) {
        return Flux.fromIterable(take(all))
                .concatMap(entry -> journal.note(
                        new Caller(entry.account(), ACTOR, RequestContext.defaults()),
                        OPERATION,
                        entry.target(),
                        Ids.requestId()))
                .then();
    }

    private record Entry(long account, String target) {}

    private List<Entry> take(boolean all) {
        Instant now = clock.instant();
        List<Entry> entries = new ArrayList<>();
        synchronized (refusals) {
            Iterator<Map.Entry<Attempted, Refusals>> each = refusals.entrySet().iterator();
            while (each.hasNext() && entries.size() < ENTRIES_PER_MINUTE) {
                Map.Entry<Attempted, Refusals> next = each.next();
                Refusals known = next.getValue();
                if (!all && known.due.isAfter(now)) {
                    continue;
                }
                if (known.count == 0) {
                    each.remove();
                    continue;
                }
                entries.add(new Entry(
                        next.getKey().account(),
                        next.getKey().key() + " count " + known.count + " networks " + known.networks.size()));
                known.count = 0;
                known.networks.clear();
                known.due = now.plus(INTERVAL);
            }
        }
        return entries;
    }

    @Override
    public void destroy() {
        scheduler.dispose();
        record(true).subscribe();
    }
}
