package encore.kernel.fans;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about fans. */
public sealed interface FanQuery<R> extends Query<R> {

    /** One fan; refused as unknown when there is none, or none any more. */
    record FindFan(long account, long fanId) implements FanQuery<Fan> {}

    /**
     * Asks for the fans of other features' rows, with the businesses they opted in to; who is not there is left out.
     *
     * @param withLastCampaign whether to look for what they did last
     */
    record FindFans(long account, List<Long> fanIds, boolean withLastCampaign) implements FanQuery<List<Fan>> {
        public FindFans {
            fanIds = List.copyOf(fanIds);
        }
    }

    /** Asks the same, for rows that say no more of a fan; in the order asked. */
    record FindContacts(long account, List<Long> fanIds) implements FanQuery<List<FanContact>> {
        public FindContacts {
            fanIds = List.copyOf(fanIds);
        }
    }

    /** One fan with the fans it is connected with and its names on other networks; refused like {@link FindFan}. */
    record FindFanDetails(long account, long fanId) implements FanQuery<FanDetails> {}

    /** Asks who has this email, normalised: the number of one fan, or none. */
    record FindFanByEmail(long account, String email) implements FanQuery<List<Long>> {}

    /** Asks how fans are called in other features' rows; who is unknown or erased is left out. */
    record FindDisplayNames(long account, List<Long> fanIds) implements FanQuery<DisplayNames> {
        public FindDisplayNames {
            fanIds = List.copyOf(fanIds);
        }
    }

    /**
     * Makes sure that there is such a fan: refused as unknown otherwise, or naming the parameter that it came by.
     *
     * @param orErased whether one that was erased will do, for its history stays
     * @param parameter null where the path named the fan
     */
    record RequireFan(
            long account,
            long fanId,
            boolean orErased,
            @Nullable String parameter) implements FanQuery<FanState> {

        /** One that is there, for a path. */
        public static RequireFan known(long account, long fanId) {
            return new RequireFan(account, fanId, false, null);
        }

        /** One that is or was there, for a path. */
        public static RequireFan everKnown(long account, long fanId) {
            return new RequireFan(account, fanId, true, null);
        }
    }

    /**
     * Fans that meet all criteria, by fan_id ascending.
     *
     * @param today the day that ages are counted on, the same for all pages
     * @param until the position that the first page was answered at: later fans are left out; null for the first page
     * @param shown what rows say beside the fan's own
     */
    record SearchFans(
            long account,
            FanCriteria criteria,
            LocalDate today,
            FanRows shown,
            @Nullable Long until,
            Paging.Search paging)
            implements FanQuery<Page<Fan>> {}

    /** Asks for those whom a search finds as contacts alone: what it says of rows is passed over. */
    record SearchContacts(SearchFans search) implements FanQuery<Page<FanContact>> {

        @Override
        public long account() {
            return search.account();
        }
    }

    /**
     * Each fan once, at its latest change of profile, consent, custom fields, tags or identifiers, oldest change first. The walk ends before
     * the newest millisecond until the log's writer has passed it.
     *
     * @param from only fans that changed then or later
     */
    record FindFanUpdates(long account, @Nullable Instant from, Paging.TimeKeys paging)
            implements FanQuery<Page<UpdatedFan>> {

        @Override
        public boolean byTime() {
            return true;
        }
    }

    /** Who was erased, oldest first. */
    record FindErasures(long account, Paging.NextKey paging) implements FanQuery<Page<Erasure>> {}

    /** A display name that nobody in the account has: the given one, or one like it. */
    record FindFreeDisplayName(long account, String displayName) implements FanQuery<FreeDisplayName> {}

    /** Up to which position of the log fans can be read now. */
    record FindFanPosition(long account) implements FanQuery<Long> {}

    /** The rows of a search, in the order asked; who is gone meanwhile is left out. */
    record FindFanRows(long account, List<Long> fanIds, FanRows shown) implements FanQuery<List<Fan>> {
        public FindFanRows {
            fanIds = List.copyOf(fanIds);
        }
    }

    /**
     * The ids of fans that are called so, or reached so, ascending.
     *
     * @param name words of email, phone, names or display name, or a fan id
     * @param behind only ids above this one
     */
    record FindNamedFans(long account, String name, long behind, int limit) implements FanQuery<List<Long>> {}

    /**
     * The ids of fans that meet all criteria but the name, ascending.
     *
     * @param today the day that ages and days are counted from
     * @param until later registrations are left out
     * @param behind only ids above this one
     * @param among only these, null for all
     */
    record FindMatchingFans(
            long account,
            FanCriteria criteria,
            LocalDate today,
            long until,
            long behind,
            @Nullable List<Long> among,
            int limit)
            implements FanQuery<List<Long>> {

        public FindMatchingFans {
            among = among == null ? null : List.copyOf(among);
        }
    }
}
