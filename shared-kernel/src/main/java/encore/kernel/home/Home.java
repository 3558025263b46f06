package encore.kernel.home;

import encore.kernel.shows.ShowState;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The start page of an account.
 *
 * @param consoleTimeZone the zone whose days are counted
 * @param startTimestamp the first moment of the window: a midnight in that zone
 * @param endTimestamp the time of the answer, at which the window ends
 * @param numbers null for a caller who may not read reports
 * @param onNow the things that are on, at most {@value #MAX_ENTRIES} of each kind
 * @param next the things that begin next, in the order of their times, at most {@value #MAX_ENTRIES}
 * @param needs the things that wait for somebody and that the caller may see
 * @param firstSteps the steps of a new account that the caller may take
 */
public record Home(
        int days,
        ZoneId consoleTimeZone,
        @WireTime(WireTime.Form.BOTH) Instant startTimestamp,
        @WireTime(WireTime.Form.BOTH) Instant endTimestamp,
        @Nullable HomeNumbers numbers,
        List<HomeEntry> onNow,
        List<HomeEntry> next,
        List<HomeNeed> needs,
        List<FirstStep> firstSteps) {

    /** The most entries of one list. */
    public static final int MAX_ENTRIES = 5;

    public Home {
        onNow = List.copyOf(onNow);
        next = List.copyOf(next);
        needs = List.copyOf(needs);
        firstSteps = List.copyOf(firstSteps);
    }

    /**
     * The numbers of the window.
     *
     * @param total the numbers of the window
     * @param totalBefore those of as many days before, up to the same time of day
     * @param activeFans the fans with an activity on one of as many days of UTC, today included
     * @param currency the account's currency, in which all amounts are
     * @param pointTypes the types of points among the numbers
     * @param series the window by day; a window of one day by hour. The last one may not be over
     */
    public record HomeNumbers(
            AccountNumbers total,
            AccountNumbers totalBefore,
            long activeFans,
            @Nullable String currency,
            List<PointTypeName> pointTypes,
            List<TimedNumbers> series) {

        public HomeNumbers {
            pointTypes = List.copyOf(pointTypes);
            series = List.copyOf(series);
        }
    }

    /** A type of points by its name. */
    public record PointTypeName(String pointUid, String pointName) {}

    /** The numbers of a day or an hour, from its first moment on. */
    public record TimedNumbers(@WireTime(WireTime.Form.BOTH) Instant startTimestamp, AccountNumbers numbers) {}

    /**
     * Something that is on or comes.
     *
     * @param pageTabId the campaign or show; null for a performance
     * @param performanceUid null for a campaign or show
     * @param liveStatus the state of a show; null for the others
     * @param startTimestamp when a campaign starts; null when it has no start
     * @param endTimestamp when a campaign ends; null when it has no end
     * @param performanceDate the day of a performance; null for the others
     */
    @RecordBuilder
    public record HomeEntry(
            EntryKind kind,
            @Nullable String name,
            @Nullable Long pageTabId,
            @Nullable String performanceUid,
            @Nullable ShowState liveStatus,

            @WireTime(WireTime.Form.BOTH) @Nullable Instant startTimestamp,

            @WireTime(WireTime.Form.BOTH) @Nullable Instant endTimestamp,

            @Nullable LocalDate performanceDate) {}

    /**
     * Something that waits for somebody.
     *
     * @param isAtLeast whether counting was cut, so that there may be more
     * @param things the first things that it is about, at most {@value #MAX_ENTRIES}
     */
    public record HomeNeed(NeedKind kind, long count, boolean isAtLeast, List<NeedThing> things) {

        public HomeNeed {
            things = List.copyOf(things);
        }
    }

    /**
     * A thing that needs somebody.
     *
     * @param id the stream_key, page_tab_id, reward_uid, webhook_uid, or the name of the projection
     * @param name the name by which people know it; null when it has none
     */
    public record NeedThing(String id, @Nullable String name) {}

    /** A step of a new account. */
    public record FirstStep(StepKind step, boolean isDone) {}
}
