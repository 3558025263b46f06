package encore.kernel.quotas;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of things of an account that are counted: those that are held in memory while a server runs, and those that
 * would fill a list without an end. An account may have so many of each kind; the operator can set another number. Kinds
 * without a number are bounded by the memory of the process alone. A change of the kinds or of their bytes needs a new
 * version of the rules by which the command side counts.
 */
public enum Quota {
    FANS(Quota.NO_BOUND, 150),
    /** Tags that fans have, counted once for each fan. */
    TAGS_OF_FANS(Quota.NO_BOUND, 3),
    /** Idols that fans like, counted once for each fan. */
    IDOLS_OF_FANS(Quota.NO_BOUND, 3),
    IDENTIFIERS(Quota.NO_BOUND, 30),
    TICKETS(Quota.NO_BOUND, 80),
    ACTIVITIES(Quota.NO_BOUND, 10),
    /** Different cities, provinces, postal codes, metro areas and sources of fans, and networks of identifiers. */
    FAN_TEXTS(2_000_000, 250),
    /** Different combinations of the fields that tickets have in common: event, venue, artist, price code. */
    TICKET_TEXTS(250_000, 600),
    TAGS(20_000, 500),
    /** With its picture's address. */
    IDOLS(50_000, 2_500),
    RELATIONS(100_000, 200),
    SNAPSHOTS(2_000, 300),
    FILTERS(2_000, 2_000),
    CAMPAIGNS(20_000, 1_000),
    POINT_TYPES(2_000, 2_000),
    TICKET_EVENTS(500_000, 120),
    IDOL_EVENTS(500_000, 600),
    /** With its displayed name, which may be 4,000 characters of HTML. */
    VENUES(20_000, 9_000),
    KEYS(1_000, 1_000),
    /** Values that the account stores under names. They take no memory: they are read from documents. */
    PROPS(10_000, 0),
    /** Records of streams with the numbers of their words. A deleted one is no more than its time of arrival. */
    STREAM_RECORDS(Quota.NO_BOUND, 1_200),
    // The following take no memory: they are read from documents.
    BUSINESSES(1_000, 0),
    STREAMS(1_000, 0),
    NETWORKS(1_000, 0),
    PORTALS(10_000, 0),
    PERFORMANCES(100_000, 0),
    /** Those of a deleted campaign stay counted. */
    TAB_ITEMS(100_000, 0),
    /** Those of a deleted campaign stay counted. */
    WAGERS(100_000, 0),
    REPORTS(10_000, 0),
    TRACKER_GROUPS(10_000, 0),
    AD_ACCOUNTS(1_000, 0),
    /** Staff who may sign in, or are invited. */
    PEOPLE(200, 0);

    /** The number of a kind that has no quota of its own. */
    public static final long NO_BOUND = Long.MAX_VALUE;

    /** Returns a kind to its own number, where an operator sets a quota. */
    public static final long DEFAULT = -1;

    private final long most;
    private final int bytes;

    Quota(long most, int bytes) {
        this.most = most;
        this.bytes = bytes;
    }

    /** Returns how many an account may have unless the operator set another number. */
    public long most() {
        return most;
    }

    /** Returns the bytes of memory that one of them takes, about; for texts, without their characters. */
    public int bytes() {
        return bytes;
    }

    /** Returns the name on the wire and in events. */
    @JsonValue
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the quota with this name, or null. */
    public static @Nullable Quota find(String name) {
        return Arrays.stream(values())
                .filter(quota -> quota.toString().equals(name))
                .findFirst()
                .orElse(null);
    }

    @JsonCreator
    static Quota of(String name) {
        Quota found = find(name);
        if (found == null) {
            throw new IllegalArgumentException("There is no such quota: " + name);
        }
        return found;
    }

    /** Returns the names of all quotas. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Quota::toString).toList();
    }
}
