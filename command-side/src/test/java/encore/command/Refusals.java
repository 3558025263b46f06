package encore.command;

import encore.kernel.Refusal;
import java.util.Objects;
import org.hamcrest.CustomTypeSafeMatcher;
import org.hamcrest.Matcher;
import org.jspecify.annotations.Nullable;

/** What the tests of aggregates expect of refusals. */
public final class Refusals {

    private Refusals() {}

    /** Bad input (400) that blames this parameter. */
    public static Matcher<Throwable> refusalNaming(String field) {
        return refusal(Refusal.Kind.RULE, field);
    }

    /** A broken rule (400) that no single parameter is to blame for. */
    public static Matcher<Throwable> refusalOfTheRule() {
        return refusal(Refusal.Kind.RULE, null);
    }

    /** An id in the path that there is not (404). */
    public static Matcher<Throwable> refusalAsUnknown() {
        return refusal(Refusal.Kind.UNKNOWN, null);
    }

    private static Matcher<Throwable> refusal(Refusal.Kind kind, @Nullable String field) {
        return new CustomTypeSafeMatcher<>("a refusal (" + kind + ") naming " + field) {
            @Override
            protected boolean matchesSafely(Throwable thrown) {
                return thrown instanceof Refusal refusal
                        && refusal.kind() == kind
                        && Objects.equals(refusal.field(), field);
            }
        };
    }
}
