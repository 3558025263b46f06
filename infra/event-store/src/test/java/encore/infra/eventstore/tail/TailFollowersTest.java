package encore.infra.eventstore.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TailFollowersTest {

    /** More than there are parts of a second. */
    private static final int MANY = 60;

    @Test
    void each_of_many_is_woken_soon_by_what_was_of_other_types() throws InterruptedException {
        try (TailFollowers tailFollowers = new TailFollowers()) {
            List<CountDownLatch> woken = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                CountDownLatch one = new CountDownLatch(1);
                woken.add(one);
                tailFollowers.add(Set.of("own"), one::countDown);
            }
            tailFollowers.notifyAppended(Set.of("other"));
            for (CountDownLatch one : woken) {
                assertThat(one.await(5, TimeUnit.SECONDS)).isTrue();
            }
        }
    }
}
