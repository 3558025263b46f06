package encore.infra.eventstore.beside;

import encore.infra.eventstore.beside.BesideRows.KeptKey;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.HonouredRequest;
import encore.infra.eventstore.verify.LogVerifier;
import encore.infra.eventstore.verify.LogVerifier.Kind;
import encore.infra.eventstore.verify.LogVerifier.Known;
import encore.infra.eventstore.verify.LogVerifier.Problem;
import encore.infra.eventstore.verify.LogVerifier.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Verifies a log and its side tables: computes once-keys, requests and claims from the events while it reads the log,
 * and compares them with the stored rows.
 */
public final class BesideVerifier implements LogVerifier.Walk {

    /** Requests are deleted after 8 days, by another clock than ours, so only those of the last 7 days must exist. */
    private static final long SURELY_KEPT = Duration.ofDays(7).toMillis();

    private static final int HMAC_IN_HEX = 64;
    private static final Comparator<Problem> FIRST = Comparator.comparingLong(Problem::position)
            .thenComparing(problem -> problem.kind().name());

    private final BesideRows rows;
    private final long requestsSince;
    private final LongConsumer progress;
    private final UsedKeys usedKeys;
    private final HeldClaims heldClaims;
    private final List<Problem> problems = new ArrayList<>();
    private long used;

    private BesideVerifier(
            BesideRows rows, ClaimsTable table, @Nullable KeyStore keys, long now, LongConsumer progress) {
        this.rows = rows;
        this.usedKeys = new UsedKeys(table);
        this.requestsSince = now - SURELY_KEPT;
        this.progress = progress;
        this.heldClaims = new HeldClaims(table, keys);
    }

    /** The results for the log and for its claims. */
    public record Verified(Report report, ClaimsReport claims) {}

    /**
     * Verifies a log.
     *
     * @param known heads that the log had earlier
     * @param keys decrypt the values of claims; when null, only the number of claims of each stream is compared
     * @param progress receives each position that was verified
     */
    public static Verified verify(
            BesideRows rows, Collection<Known> known, @Nullable KeyStore keys, LongConsumer progress) {
        return verify(rows, known, ClaimsTable.load(), keys, System.currentTimeMillis(), progress);
    }

    static Verified verify(
            BesideRows rows,
            Collection<Known> known,
            ClaimsTable table,
            @Nullable KeyStore keys,
            long now,
            LongConsumer progress) {
        BesideVerifier beside = new BesideVerifier(rows, table, keys, now, progress);
        Report chain = LogVerifier.verify(rows, known, beside);
        Problem problem = chain.problem();
        if (problem != null && problem.kind() != Kind.UNFOUNDED) {
            return new Verified(chain, new ClaimsReport(List.of(), List.of()));
        }
        if (problem != null) {
            beside.problems.add(problem);
        }
        ClaimsReport claims = beside.end();
        return new Verified(chain.with(beside.problems.stream().min(FIRST).orElse(null)), claims);
    }

    @Override
    public void right(long position) {
        progress.accept(position);
    }

    @Override
    public void commit(LogVerifier.Commit commit, List<LogVerifier.Event> events) {
        long last = events.getLast().position();
        String requestId = "";
        for (LogVerifier.Event event : events) {
            OpenedEvent opened = OpenedEvent.of(commit, event);
            requestId = opened.metadata().path("request").asString("");
            heldClaims.fold(opened);
            UsedKeys.Used key = usedKeys.of(opened);
            if (key != null) {
                KeptKey kept = rows.key(commit, key.hash());
                if (kept == null) {
                    problems.add(new Problem(Kind.FORGOTTEN, last));
                } else {
                    used++;
                    if (!key.isKeptAs(kept, last)) {
                        problems.add(new Problem(Kind.UNFOUNDED, last));
                    }
                }
            }
        }
        request(commit, last, requestId);
    }

    /**
     * Checks the stored request of a commit. Each event names its request, by the HMAC of its id if it can be repeated.
     */
    private void request(LogVerifier.Commit commit, long last, String id) {
        boolean repeatable = id.length() == HMAC_IN_HEX;
        HonouredRequest kept = rows.request(commit);
        if (kept == null) {
            if (repeatable && commit.columns().at() > requestsSince) {
                problems.add(new Problem(Kind.FORGOTTEN, last));
            }
        } else if (!HexFormat.of().formatHex(kept.key().id()).equals(id)) {
            problems.add(new Problem(Kind.UNFOUNDED, last));
        }
    }

    private ClaimsReport end() {
        if (rows.keys() > used) {
            findUnusedKeys();
        }
        Long twice = rows.keptTwice();
        if (twice != null) {
            problems.add(new Problem(Kind.UNFOUNDED, twice));
        }
        ClaimsReport claims = heldClaims.against(rows);
        claims.missing().forEach(wrong -> problems.add(new Problem(Kind.FORGOTTEN, wrong.position())));
        claims.unfounded().forEach(wrong -> problems.add(new Problem(Kind.UNFOUNDED, wrong.position())));
        return claims;
    }

    /**
     * Reads the log a second time to find the once-keys that no event used, because there are more keys than used ones.
     */
    private void findUnusedKeys() {
        Set<String> wanted = new HashSet<>();
        LogVerifier.verify(rows, List.of(), new LogVerifier.Walk() {
            @Override
            public void commit(LogVerifier.Commit commit, List<LogVerifier.Event> events) {
                for (LogVerifier.Event event : events) {
                    UsedKeys.Used key = usedKeys.of(OpenedEvent.of(commit, event));
                    if (key != null) {
                        wanted.add(at(events.getLast().position(), key.hash()));
                    }
                }
            }
        });
        for (Iterator<KeptKey> each = rows.eachKey(); each.hasNext(); ) {
            KeptKey kept = each.next();
            if (!wanted.contains(at(kept.position(), kept.hash()))) {
                problems.add(new Problem(Kind.UNFOUNDED, kept.position()));
            }
        }
    }

    private static String at(long position, byte[] hash) {
        return position + " " + HexFormat.of().formatHex(hash);
    }
}
