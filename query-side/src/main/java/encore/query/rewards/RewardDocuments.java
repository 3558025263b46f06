package encore.query.rewards;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardStatus;
import encore.kernel.rewards.codes.PrizeCodesId;
import encore.kernel.time.Moment;
import encore.query.documents.Keyset;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The documents of rewards, and the states of a past moment that follow from them. */
final class RewardDocuments {

    static final Collection<CurrentReward> REWARDS = Collection.of(
            "rewards",
            CurrentReward.class,
            Index.on("account", "position"),
            Index.on("account", "reward.rewardType", "position"));

    static final Collection<Version> VERSIONS = Collection.of(
            "versions",
            Version.class,
            Index.on("account", "position"),
            Index.on("account", "businessId", "position"),
            Index.on("account", "rewardUid", "position"));

    static final Collection<OfBusiness> BY_BUSINESS = Collection.of("by_business", OfBusiness.class);

    static final Collection<CodeTotal> CODES = Collection.of("codes", CodeTotal.class);

    static final Collection<CodeChunk> CODE_CHUNKS = Collection.of(
            "code_chunks",
            CodeChunk.class,
            Index.on("account", "rewardUid", "first"),
            Index.on("account", "rewardUid", "position"));

    static final Collection<Issuance> ISSUANCES =
            Collection.of("issuances", Issuance.class, Index.on("account", "rewardUid", "position"));

    static final Collection<Update> UPDATES = Collection.of("updates", Update.class, Index.on("account", "at"));

    static final Collection<TierType> TIER_TYPES = Collection.of("tier_types", TierType.class);

    private RewardDocuments() {}

    /**
     * A reward as it is now.
     *
     * @param position the position of its creation
     * @param updated the position of its latest change
     * @param issued how many fans have it
     * @param givenCodes how many of its prize codes some fan has
     */
    record CurrentReward(long account, long position, long updated, StoredReward reward, long issued, long givenCodes) {

        CurrentReward with(StoredReward changed, long updatedAt) {
            return new CurrentReward(account, position, updatedAt, changed, issued, givenCodes);
        }
    }

    /** A reward from the event at a position on, up to its next version. */
    record Version(long account, String rewardUid, long businessId, long position, StoredReward reward) {}

    /** The undeleted rewards of a business, as they were created. A business that was removed gets no more. */
    record OfBusiness(List<String> rewardUids, boolean isRemoved) {

        static final OfBusiness EMPTY = new OfBusiness(List.of(), false);
        static final OfBusiness REMOVED = new OfBusiness(List.of(), true);

        OfBusiness {
            rewardUids = List.copyOf(rewardUids);
        }

        OfBusiness with(String rewardUid) {
            return isRemoved
                    ? this
                    : new OfBusiness(
                            Stream.concat(rewardUids.stream(), Stream.of(rewardUid))
                                    .toList(),
                            false);
        }

        OfBusiness without(String rewardUid) {
            return new OfBusiness(
                    rewardUids.stream().filter(uid -> !uid.equals(rewardUid)).toList(), isRemoved);
        }
    }

    /** The point type of a tier. */
    record TierType(String pointUid) {}

    record CodeTotal(long total) {}

    /**
     * The codes of one event.
     *
     * @param first the index of the first of them
     * @param codes separated by line feeds
     */
    record CodeChunk(
            long account,
            String rewardUid,
            long position,
            long first,
            long count,
            @Nullable String codes) {

        @Nullable
        String code(long index) {
            List<String> all = codes == null ? List.of() : Arrays.asList(codes.split("\n", -1));
            long offset = index - first;
            return offset < all.size() ? all.get((int) offset) : null;
        }
    }

    /**
     * An issuance.
     *
     * @param fanId null when the fan was erased: the issuance keeps its place
     * @param fanPointUid null with the fan
     * @param givenCodes how many prize codes some fan had after it
     */
    @RecordBuilder
    record Issuance(
            long account,
            String rewardUid,
            long businessId,
            long position,
            long number,
            long givenCodes,
            Instant at,
            boolean isByHand,
            List<Long> causes,
            @Nullable Long codeIndex,
            @Nullable Long fanId,
            @Nullable String fanPointUid) {

        Issuance withoutFan() {
            return RewardDocumentsIssuanceBuilder.builder(this)
                    .codeIndex(null)
                    .fanId(null)
                    .fanPointUid(null)
                    .build();
        }
    }

    /**
     * The latest change of a reward, or an issuance.
     *
     * @param fanId null for a change
     * @param fanPointUid null for a change
     */
    record Update(
            long account,
            Instant at,
            long position,
            String rewardUid,
            @Nullable Long fanId,
            @Nullable String fanPointUid) {}

    static @Nullable CurrentReward current(long account, String rewardUid, Documents documents) {
        return documents.get(REWARDS, new RewardId(account, rewardUid).toString());
    }

    /** Returns a reward as it was at a moment; null when it did not exist yet. */
    static @Nullable StoredReward at(long account, String rewardUid, Moment then, Documents documents) {
        if (then.isNow()) {
            CurrentReward current = current(account, rewardUid, documents);
            return current == null ? null : current.reward();
        }
        Version version = last(VERSIONS, account, rewardUid, "position", then.position(), documents);
        return version == null ? null : version.reward();
    }

    /** Returns how much of a reward there was, and was given, at a moment. */
    static RewardStatus.Stock stock(long account, String rewardUid, Moment then, Documents documents) {
        if (then.isNow()) {
            CurrentReward current = current(account, rewardUid, documents);
            CodeTotal codes = documents.get(CODES, new PrizeCodesId(account, rewardUid).toString());
            return new RewardStatus.Stock(
                    current == null ? 0 : current.issued(),
                    current == null ? 0 : current.givenCodes(),
                    codes == null ? 0 : codes.total());
        }
        Issuance last = last(ISSUANCES, account, rewardUid, "position", then.position(), documents);
        CodeChunk chunk = last(CODE_CHUNKS, account, rewardUid, "position", then.position(), documents);
        return new RewardStatus.Stock(
                last == null ? 0 : last.number(),
                last == null ? 0 : last.givenCodes(),
                chunk == null ? 0 : chunk.first() + chunk.count());
    }

    /** Returns the prize code of an index. */
    static @Nullable String code(long account, String rewardUid, long index, Documents documents) {
        CodeChunk chunk = last(CODE_CHUNKS, account, rewardUid, "first", index, documents);
        return chunk == null ? null : chunk.code(index);
    }

    private static <T> @Nullable T last(
            Collection<T> collection, long account, String rewardUid, String field, long most, Documents documents) {
        Where where = Where.all(
                Where.equal("account", account),
                Where.equal("rewardUid", rewardUid),
                new Where.Range(field, null, false, most, true));
        List<Row<T>> found = documents.find(collection, where, Order.descending(field), null, 1);
        return found.isEmpty() ? null : found.getFirst().document();
    }

    /** A key of an event's document that is unique also where one event changes several rewards. */
    static String versionKey(long position, String rewardUid) {
        return Keyset.key(position) + "." + rewardUid;
    }
}
