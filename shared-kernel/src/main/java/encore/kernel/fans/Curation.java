package encore.kernel.fans;

import encore.kernel.PersonalData;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What an account's staff says of a fan. As a change, null leaves a component as it is and an empty text clears it.
 *
 * @param moderatorStatus {@code moderator}, or null
 * @param props an object that only the account understands; as a change it replaces what was there
 */
public record Curation(
        @Nullable Integer rating,
        @PersonalData @Nullable String metroArea,
        @PersonalData @Nullable String moderatorStatus,
        @PersonalData @Nullable String accessCode,
        @PersonalData @Nullable JsonNode props) {

    public static final Curation EMPTY = new Curation(null, null, null, null, null);

    /** This curation after a change; both sides fold with it, so that they cannot differ. */
    public Curation with(Curation change) {
        return new Curation(
                change.rating == null ? rating : change.rating,
                folded(metroArea, change.metroArea),
                folded(moderatorStatus, change.moderatorStatus),
                folded(accessCode, change.accessCode),
                change.props == null ? props : change.props);
    }

    /** The part of a wish that would change this curation. */
    public Curation changesOf(Curation wish) {
        return new Curation(
                Objects.equals(rating, wish.rating) ? null : wish.rating,
                changed(metroArea, wish.metroArea),
                changed(moderatorStatus, wish.moderatorStatus),
                changed(accessCode, wish.accessCode),
                Objects.equals(props, wish.props) ? null : wish.props);
    }

    private static @Nullable String folded(@Nullable String before, @Nullable String change) {
        return change == null ? before : change.isEmpty() ? null : change;
    }

    private static @Nullable String changed(@Nullable String before, @Nullable String wish) {
        return wish == null || wish.equals(before == null ? "" : before) ? null : wish;
    }
}
