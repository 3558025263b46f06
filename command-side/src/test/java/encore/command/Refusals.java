package encore.command;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hamcrest.CustomTypeSafeMatcher;
import org.hamcrest.Matcher;
import org.hamcrest.MatcherAssert;
import org.jspecify.annotations.Nullable;

/** The refusals that tests of aggregates and handlers expect. */
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

    /** Checks that a call is refused so. */
    public static void assertRefused(ThrowingCallable call, Matcher<Throwable> refusal) {
        assertThatThrownBy(call).satisfies(thrown -> MatcherAssert.assertThat(thrown, refusal));
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
