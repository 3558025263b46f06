package encore.query.search.stores;

import static org.assertj.core.api.Assertions.assertThat;

import encore.query.search.facts.FanBucket;
import encore.query.search.index.FanIndex;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FanFactSorterTest {

    private static final int FANS = 40_000;

    private final FanIndex fanIndex = new FanIndex();
    private final List<Integer> received = new ArrayList<>();

    @Test
    void every_fan_with_a_number_comes_once_and_in_order_within_a_portion() {
        List<Integer> fans = new ArrayList<>(IntStream.range(0, FANS).boxed().toList());
        fans.forEach(fan -> fanIndex.account(fan % 2).fans.register(id(fan), fan, fan));
        Collections.shuffle(fans, new Random(1));
        FanFactSorter<Integer> ordered =
                new FanFactSorter<>(fanIndex, facts -> (int) facts[0], (account, fan, facts) -> {
                    assertThat(account.fans.id(fan) % 100).isEqualTo((long) facts);
                    received.add(fan);
                });
        fans.forEach(fan -> ordered.add(of(fan)));
        ordered.add(of(FANS));
        ordered.flush();
        // Both accounts number their fans from 0 on.
        assertThat(received.stream().sorted().toList())
                .isEqualTo(
                        IntStream.range(0, FANS).map(place -> place / 2).boxed().toList());
        long steps = IntStream.range(1, FANS)
                .filter(place -> received.get(place) < received.get(place - 1))
                .count();
        assertThat(steps).isLessThan(FANS / 10_000);
    }

    private static FanBucket.FanEntry of(int fan) {
        return new FanBucket.FanEntry(fan % 2, id(fan), new byte[] {(byte) (id(fan) % 100)});
    }

    private static long id(int fan) {
        return 1_000_000L + fan;
    }
}
