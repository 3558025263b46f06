package encore.infra.eventstore.sidetables;

import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.sidetables.SideTableRows.StoredOnceKey;
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
public final class SideTableVerifier implements LogVerifier.Walk {

    /** Requests are deleted after 8 days, by another clock than ours, so only those of the last 7 days must exist. */
    private static final long CERTAIN_RETENTION_MILLIS = Duration.ofDays(7).toMillis();

    private static final int HMAC_IN_HEX = 64;
    private static final Comparator<Problem> BY_POSITION = Comparator.comparingLong(Problem::position)
            .thenComparing(problem -> problem.kind().name());

    private final SideTableRows rows;
    private final long requestsSince;
    private final LongConsumer progress;
    private final UsedKeys usedKeys;
    private final HeldClaims heldClaims;
    private final List<Problem> problems = new ArrayList<>();
    private long usedKeyCount;

    private SideTableVerifier(
            SideTableRows rows, ClaimsTable table, @Nullable KeyStore keys, long now, LongConsumer progress) {
        this.rows = rows;
        this.usedKeys = new UsedKeys(table);
        this.requestsSince = now - CERTAIN_RETENTION_MILLIS;
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
            SideTableRows rows, Collection<Known> known, @Nullable KeyStore keys, LongConsumer progress) {
        return verify(rows, known, ClaimsTable.load(), keys, System.currentTimeMillis(), progress);
    }

    public static Verified verify(
            SideTableRows rows,
            Collection<Known> known,
            ClaimsTable table,
            @Nullable KeyStore keys,
            long now,
            LongConsumer progress) {
        SideTableVerifier verifier = new SideTableVerifier(rows, table, keys, now, progress);
        Report chain = LogVerifier.verify(rows, known, verifier);
        Problem problem = chain.problem();
        if (problem != null && problem.kind() != Kind.UNFOUNDED) {
            return new Verified(chain, new ClaimsReport(List.of(), List.of()));
        }
        if (problem != null) {
            verifier.problems.add(problem);
        }
        ClaimsReport claims = verifier.checkTotals();
        return new Verified(
                chain.with(verifier.problems.stream().min(BY_POSITION).orElse(null)), claims);
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
            ParsedEvent opened = ParsedEvent.of(commit, event);
            requestId = opened.metadata().path("request").asString("");
            heldClaims.fold(opened);
            UsedKeys.Used key = usedKeys.of(opened);
            if (key != null) {
                StoredOnceKey kept = rows.onceKey(commit, key.hash());
                if (kept == null) {
                    problems.add(new Problem(Kind.FORGOTTEN, last));
                } else {
                    usedKeyCount++;
                    if (!key.isKeptAs(kept, last)) {
                        problems.add(new Problem(Kind.UNFOUNDED, last));
                    }
                }
            }
        }
        checkRequest(commit, last, requestId);
    }

    /**
     * Checks the stored request of a commit. Each event names its request, by the HMAC of its id if it can be repeated.
     */
    private void checkRequest(LogVerifier.Commit commit, long last, String id) {
        boolean repeatable = id.length() == HMAC_IN_HEX;
        RememberedAnswer kept = rows.rememberedAnswer(commit);
        if (kept == null) {
            if (repeatable && commit.columns().at() > requestsSince) {
                problems.add(new Problem(Kind.FORGOTTEN, last));
            }
        } else if (!HexFormat.of().formatHex(kept.key().id()).equals(id)) {
            problems.add(new Problem(Kind.UNFOUNDED, last));
        }
    }

    private ClaimsReport checkTotals() {
        if (rows.keyCount() > usedKeyCount) {
            findUnusedKeys();
        }
        Long twice = rows.firstDuplicateOnceKey();
        if (twice != null) {
            problems.add(new Problem(Kind.UNFOUNDED, twice));
        }
        ClaimsReport claims = heldClaims.against(rows);
        claims.missing().forEach(wrongClaim -> problems.add(new Problem(Kind.FORGOTTEN, wrongClaim.position())));
        claims.unfounded().forEach(wrongClaim -> problems.add(new Problem(Kind.UNFOUNDED, wrongClaim.position())));
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
                    UsedKeys.Used key = usedKeys.of(ParsedEvent.of(commit, event));
                    if (key != null) {
                        wanted.add(positionAndHash(events.getLast().position(), key.hash()));
                    }
                }
            }
        });
        for (Iterator<StoredOnceKey> each = rows.onceKeys(); each.hasNext(); ) {
            StoredOnceKey kept = each.next();
            if (!wanted.contains(positionAndHash(kept.position(), kept.hash()))) {
                problems.add(new Problem(Kind.UNFOUNDED, kept.position()));
            }
        }
    }

    private static String positionAndHash(long position, byte[] hash) {
        return position + " " + HexFormat.of().formatHex(hash);
    }
}
