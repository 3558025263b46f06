package encore.infra.eventstore.heads;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.audit.SignedHead;
import org.junit.jupiter.api.Test;

/** The contract that every adapter of the {@link HeadStore} must fulfil. */
public abstract class HeadStoreContract {

    /** Opens the same store each time. */
    protected abstract HeadStore open();

    @Test
    void heads_are_found_in_the_order_of_their_times_also_after_a_restart() {
        assertThat(open().last()).isNull();
        assertThat(open().after(0, 10)).isEmpty();
        for (long at = 1; at <= 5; at++) {
            open().save(head(at));
        }
        assertThat(open().last()).isEqualTo(head(5));
        assertThat(open().after(0, 3)).containsExactly(head(1), head(2), head(3));
        assertThat(open().after(3, 3)).containsExactly(head(4), head(5));
    }

    private static SignedHead head(long at) {
        return new SignedHead(at * 10, "ab", at, "cd", "ef");
    }
}
