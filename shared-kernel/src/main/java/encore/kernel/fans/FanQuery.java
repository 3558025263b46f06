package encore.kernel.fans;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanRowOptions;
import encore.kernel.time.DayCount;
import encore.kernel.time.Days;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about fans. */
public sealed interface FanQuery<R> extends Query<R> {

    /** One fan; a fan that is unknown or erased is refused as unknown. */
    record FindFan(long account, long fanId) implements FanQuery<Fan> {}

    /**
     * Fans by id for the rows of other features, with the businesses they are opted in to. Unknown and erased fans are
     * left out.
     *
     * @param withLastCampaign whether to look up their latest campaigns
     */
    record FindFans(long account, List<Long> fanIds, boolean withLastCampaign) implements FanQuery<List<Fan>> {
        public FindFans {
            fanIds = List.copyOf(fanIds);
        }
    }

    /**
     * Contacts of fans by id for the rows of other features, in the order of the ids. Unknown and erased fans are left
     * out.
     */
    record FindContacts(long account, List<Long> fanIds) implements FanQuery<List<FanContact>> {
        public FindContacts {
            fanIds = List.copyOf(fanIds);
        }
    }

    /** One fan with its connected fans and its identifiers on networks; refused like {@link FindFan}. */
    record FindFanDetails(long account, long fanId) implements FanQuery<FanDetails> {}

    /** The number of the fan with this normalised email, as a list of one or none. */
    record FindFanByEmail(long account, String email) implements FanQuery<List<Long>> {}

    /** The number of the fan with this phone in E.164, as a list of one or none. */
    record FindFanByPhone(long account, String phone) implements FanQuery<List<Long>> {}

    /** The display names of fans for the rows of other features. Unknown and erased fans are left out. */
    record FindDisplayNames(long account, List<Long> fanIds) implements FanQuery<DisplayNames> {
        public FindDisplayNames {
            fanIds = List.copyOf(fanIds);
        }
    }

    /**
     * Checks that a fan exists. Otherwise it is refused as unknown, or as a wrong value of the parameter that named it.
     *
     * @param orErased whether an erased fan is accepted, whose history stays
     * @param parameter null where the path named the fan
     */
    record RequireFan(
            long account,
            long fanId,
            boolean orErased,
            @Nullable String parameter) implements FanQuery<FanState> {

        /** Returns the check that the fan of a path exists. */
        public static RequireFan known(long account, long fanId) {
            return new RequireFan(account, fanId, false, null);
        }

        /** Returns the check that the fan of a path exists or was erased. */
        public static RequireFan everKnown(long account, long fanId) {
            return new RequireFan(account, fanId, true, null);
        }
    }

    /**
     * Fans that meet all criteria, by fan_id ascending.
     *
     * @param today the day for which ages are computed, the same for all pages
     * @param until the position at which the first page was answered; fans registered later are left out. Null for the
     *     first page.
     * @param rowOptions the optional parts of the rows
     */
    record SearchFans(
            long account,
            FanCriteria criteria,
            LocalDate today,
            FanRowOptions rowOptions,
            @Nullable Long until,
            Paging.Search paging)
            implements FanQuery<Page<Fan>> {}

    /** The contacts of the fans that a search finds. The row options of the search are ignored. */
    record SearchContacts(SearchFans search) implements FanQuery<Page<FanContact>> {

        @Override
        public long account() {
            return search.account();
        }
    }

    /**
     * Each fan once, by its latest change of profile, consent, custom fields, tags or identifiers, the oldest change
     * first. Changes of the newest millisecond are left out until no further event of that millisecond can be written.
     *
     * @param from the earliest time of change
     */
    record FindFanUpdates(long account, @Nullable Instant from, Paging.TimeKeys paging)
            implements FanQuery<Page<UpdatedFan>> {

        @Override
        public boolean byTime() {
            return true;
        }
    }

    /** The erased fans, oldest first. */
    record FindErasures(long account, Paging.NextKey paging) implements FanQuery<Page<Erasure>> {}

    /** A display name that no fan of the account has: the given one, or a similar one. */
    record FindFreeDisplayName(long account, String displayName) implements FanQuery<FreeDisplayName> {}

    /** The position of the log up to which fans can be read now. */
    record FindFanPosition(long account) implements FanQuery<Long> {}

    /** The rows of a search, in the order of the ids. Fans that were erased meanwhile are left out. */
    record FindFanRows(long account, List<Long> fanIds, FanRowOptions rowOptions) implements FanQuery<List<Fan>> {
        public FindFanRows {
            fanIds = List.copyOf(fanIds);
        }
    }

    /**
     * The ids of fans with matching names or contacts, ascending.
     *
     * @param name words of email, phone, names or display name, or a fan id
     * @param afterId the id after which the answer begins
     */
    record FindNamedFans(long account, String name, long afterId, int limit) implements FanQuery<List<Long>> {}

    /**
     * The ids of fans that meet all criteria but the name, ascending.
     *
     * @param today the day for which ages and days are computed
     * @param until the position up to which fans must be registered
     * @param afterId the id after which the answer begins
     * @param among the ids to choose from; null for all
     */
    record FindMatchingFans(
            long account,
            FanCriteria criteria,
            LocalDate today,
            long until,
            long afterId,
            @Nullable List<Long> among,
            int limit)
            implements FanQuery<List<Long>> {

        public FindMatchingFans {
            among = among == null ? null : List.copyOf(among);
        }
    }

    /** The numbers of fans that were erased on some days, for each day with any, in the order of the days. */
    record CountErasures(long account, Days days) implements FanQuery<List<DayCount>> {}
}
