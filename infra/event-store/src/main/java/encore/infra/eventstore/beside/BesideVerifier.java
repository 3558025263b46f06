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
 * Verifies a log together with the rows beside its chain. The walk that checks the hashes also recomputes the
 * once-keys, requests and claims from the events.
 */
public final class BesideVerifier implements LogVerifier.Walk {

    /** Encore forgets requests after 8 days. Its clock may differ from ours by less than a day. */
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

    /** The result for the log as a whole, and for its claims. */
    public record Verified(Report report, ClaimsReport claims) {}

    /**
     * Verifies a log by the claims table of this build.
     *
     * @param known heads that the log had
     * @param keys the keys that recompute each claim; null to compare only how many claims each stream holds
     * @param progress is told each position that was found right
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
     * Compares the stored request with the one that the commit's events name. They name it by the HMAC of its id
     * where a client can repeat it.
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

    /** Names the stored keys that no event used, by a second walk. */
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
