package encore.kernel.requirements.rules;

import encore.kernel.completions.QuestTerms;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One version of the rule of a quest or a reward. It holds everything that decides, so automations, simulations and
 * explanations apply it alike.
 *
 * @param stream the stream of the quest or reward
 * @param version the position of the event that made this version. The fans who meet it there are its first fans
 * @param deed the deed of a quest; null for a reward
 * @param expiresAt the first moment in which a reward is not issued any more; null for a quest, or for never
 * @param places how many fans get a reward, by its limit and its single-use codes; null for no limit
 * @param terms the parts of a quest that a completion keeps; null for a reward
 */
@RecordBuilder
public record Rule(
        String stream,
        long account,
        long version,
        long businessId,
        Condition condition,
        @Nullable DeedCondition deed,
        @Nullable Instant expiresAt,
        @Nullable Long places,
        @Nullable QuestTerms terms) {

    /** Returns the name of this version. */
    public String id() {
        return stream + "@" + version;
    }

    /** Returns whether places or single-use codes are limited: then the reward is issued in the order of causes. */
    public boolean isLimited() {
        return places != null;
    }

    public boolean isQuest() {
        return deed != null;
    }

    /** Returns the deed that completes the quest; a reward has none. */
    DeedCondition requiredDeed() {
        return Objects.requireNonNull(deed, stream);
    }

    /** Returns the last part of the stream: the page_tab_id of a quest, the uid of a reward. */
    public String name() {
        return stream.substring(stream.lastIndexOf('.') + 1);
    }

    /** Returns whether another version decides alike. Versions that differ in their titles alone do. */
    boolean decidesAs(@Nullable Rule other) {
        return other != null && withoutTitle().equals(other.withVersion(version).withoutTitle());
    }

    Rule withVersion(long other) {
        return RuleBuilder.builder(this).version(other).build();
    }

    private Rule withoutTitle() {
        QuestTerms given = terms;
        return given == null
                ? this
                : RuleBuilder.builder(this)
                        .terms(new QuestTerms(
                                given.businessId(),
                                null,
                                given.pointUid(),
                                given.pointsReward(),
                                given.pointType(),
                                given.performanceUid()))
                        .build();
    }
}
