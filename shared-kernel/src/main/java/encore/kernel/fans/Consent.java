package encore.kernel.fans;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a fan agreed to and what it confirmed. Null: not said; as a change: as it was.
 *
 * @param optedInBusinesses ascending; as a change, those that are added
 * @param optedOutBusinesses as a change, those that are taken away; empty as a state
 */
public record Consent(
        @Nullable Boolean isSubscribed,
        @Nullable Boolean isPhoneSubscribed,
        @Nullable Boolean isOptout,
        @Nullable Boolean isConfirmed,
        @Nullable Boolean isPhoneConfirmed,
        List<Long> optedInBusinesses,
        List<Long> optedOutBusinesses) {

    public static final Consent EMPTY = new Consent(null, null, null, null, null, List.of(), List.of());

    public Consent {
        optedInBusinesses = sorted(optedInBusinesses.stream());
        optedOutBusinesses = sorted(optedOutBusinesses.stream());
    }

    /** This consent after a change; both sides fold with it, so that they cannot differ. */
    public Consent with(Consent change) {
        return new Consent(
                folded(isSubscribed, change.isSubscribed),
                folded(isPhoneSubscribed, change.isPhoneSubscribed),
                folded(isOptout, change.isOptout),
                folded(isConfirmed, change.isConfirmed),
                folded(isPhoneConfirmed, change.isPhoneConfirmed),
                Stream.concat(optedInBusinesses.stream(), change.optedInBusinesses.stream())
                        .filter(business -> !change.optedOutBusinesses.contains(business))
                        .toList(),
                List.of());
    }

    /** The part of a wish that would change this consent. */
    public Consent changesOf(Consent wish) {
        return new Consent(
                changed(isSubscribed, wish.isSubscribed),
                changed(isPhoneSubscribed, wish.isPhoneSubscribed),
                changed(isOptout, wish.isOptout),
                changed(isConfirmed, wish.isConfirmed),
                changed(isPhoneConfirmed, wish.isPhoneConfirmed),
                wish.optedInBusinesses.stream()
                        .filter(business -> !optedInBusinesses.contains(business))
                        .toList(),
                wish.optedOutBusinesses.stream()
                        .filter(optedInBusinesses::contains)
                        .toList());
    }

    private static List<Long> sorted(Stream<Long> businesses) {
        return businesses.distinct().sorted().toList();
    }

    private static @Nullable Boolean folded(@Nullable Boolean before, @Nullable Boolean change) {
        return change == null ? before : change;
    }

    private static @Nullable Boolean changed(@Nullable Boolean before, @Nullable Boolean wish) {
        return Objects.equals(before, wish) ? null : wish;
    }
}
