package encore.kernel.requirements.rules;

import encore.kernel.requirements.FanStanding;
import encore.kernel.requirements.Requirement;
import encore.kernel.requirements.Requirement.Points;
import encore.kernel.requirements.Requirement.QuestsCompleted;
import encore.kernel.requirements.Requirement.Tagged;
import encore.kernel.requirements.Requirement.TierReached;
import encore.kernel.requirements.Requirement.Unconditional;
import encore.kernel.tags.TagName;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The requirement of one version of a rule, in the form in which it is stored. A tier is resolved to its points.
 *
 * @param pointUid the point type of {@code POINTS}; null for other kinds
 * @param points the balance of {@code POINTS}
 * @param quests the quests of {@code QUESTS}
 * @param tag the name of {@code TAG}; null for other kinds
 */
public record Condition(
        Kind kind,
        @Nullable String pointUid,
        long points,
        List<Long> quests,
        @Nullable String tag) {

    public static final Condition NONE = new Condition(Kind.NONE, null, 0, List.of(), null);

    /** Nobody meets it: a requirement without its value, or an unknown tier. */
    public static final Condition NEVER = new Condition(Kind.NEVER, null, 0, List.of(), null);

    /** The kinds of conditions. */
    public enum Kind {
        NONE,
        POINTS,
        QUESTS,
        TAG,
        NEVER
    }

    public Condition {
        quests = List.copyOf(quests);
    }

    /**
     * Returns the condition of a requirement.
     *
     * @param tiers finds a tier by its uid; null for an unknown one
     */
    static Condition of(Requirement requirement, Function<String, FanStanding.@Nullable Tier> tiers) {
        return switch (requirement) {
            case Unconditional none -> NONE;
            case Points required -> ofPoints(required.pointUid(), required.points());
            case TierReached tier -> ofTier(tiers.apply(tier.pointTierUid()));
            case QuestsCompleted quests -> ofQuests(quests.pageTabIds());
            case Tagged tagged -> ofTag(tagged.tagName());
        };
    }

    public static Condition ofPoints(String pointUid, @Nullable Long points) {
        return points == null ? NEVER : new Condition(Kind.POINTS, pointUid, points, List.of(), null);
    }

    public static Condition ofTier(FanStanding.@Nullable Tier tier) {
        return tier == null ? NEVER : ofPoints(tier.pointUid(), tier.minPoints());
    }

    public static Condition ofQuests(@Nullable List<Long> quests) {
        return quests == null || quests.isEmpty()
                ? NEVER
                : new Condition(Kind.QUESTS, null, 0, quests.stream().distinct().toList(), null);
    }

    public static Condition ofTag(@Nullable String name) {
        return name == null
                ? NEVER
                : new Condition(Kind.TAG, null, 0, List.of(), TagName.of(name).claimed());
    }

    /**
     * Returns whether the facts of the present say who meets it. Completions and tags are kept for all fans, but of points only
     * the gate is kept, and only for rules that were in force before the award.
     */
    boolean isWithoutPast() {
        return kind != Kind.POINTS;
    }

    /** Returns the rule that decides. */
    public Requirement requirement() {
        return switch (kind) {
            case NONE -> Requirement.NONE;
            case POINTS -> new Points(Objects.requireNonNull(pointUid), points);
            case QUESTS -> new QuestsCompleted(quests);
            case TAG -> new Tagged(Objects.requireNonNull(tag));
            case NEVER -> Requirement.NEVER;
        };
    }
}
