package encore.query.search.facts;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.views.Collection;
import encore.infra.views.DocumentJson;
import encore.kernel.fans.FanId;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A document has its fans in the same order, whatever the order in which they were added and removed. */
class FanBucketTest {

    private static final FanId ANN = new FanId(7, 40);
    private static final FanId BEA = new FanId(7, 41);
    private static final FanId CEM = new FanId(8, 40);

    @Test
    void holds_what_a_map_holds() {
        var random = new Random(3);
        Map<Long, byte[]> facts = new TreeMap<>();
        FanBucket pack = FanBucket.EMPTY;
        for (int i = 0; i < 5_000; i++) {
            FanId fan = new FanId(7, random.nextInt(24));
            if (random.nextInt(3) == 0) {
                facts.remove(fan.number());
                pack = pack.without(fan);
            } else {
                byte[] some = new byte[random.nextInt(40)];
                random.nextBytes(some);
                facts.put(fan.number(), some);
                pack = pack.with(fan, some);
            }
            assertThat(pack.get(fan)).isEqualTo(facts.get(fan.number()));
            assertThat(pack.entries()).hasSameSizeAs(facts.keySet());
        }
        assertThat(pack.entries()).extracting(FanBucket.FanEntry::fanId).containsExactlyElementsOf(facts.keySet());
        assertThat(pack.entries()).allSatisfy(one -> assertThat(one.facts()).isEqualTo(facts.get(one.fanId())));
    }

    @Test
    void is_the_same_in_whatever_order_fans_came() {
        FanBucket one = FanBucket.EMPTY.with(BEA, bytes(2)).with(CEM, bytes(3)).with(ANN, bytes(1));
        FanBucket other = FanBucket.EMPTY
                .with(CEM, bytes(3))
                .with(ANN, bytes(9))
                .with(ANN, bytes(1))
                .with(BEA, bytes(2));

        assertThat(one.packed()).isEqualTo(other.packed());
        assertThat(one.without(CEM).without(ANN).without(BEA).isEmpty()).isTrue();
    }

    @Test
    void a_pack_that_has_a_fan_not_is_itself_without() {
        FanBucket pack = FanBucket.EMPTY.with(ANN, bytes(1));

        assertThat(pack.without(CEM)).isSameAs(pack);
        assertThat(pack.get(CEM)).isNull();
    }

    @Test
    void packs_of_before_are_read() {
        var json = DocumentJson.of(Collection.of("some", FanBucket.class));
        FanBucket pack = json.read("""
                {"fans":[{"account":7,"fanId":40,"facts":"AQ=="},{"account":8,"fanId":40,"facts":"Aw=="}]}""");

        assertThat(pack.packed())
                .isEqualTo(
                        FanBucket.EMPTY.with(ANN, bytes(1)).with(CEM, bytes(3)).packed());
        assertThat(json.read(json.write(pack)).packed()).isEqualTo(pack.packed());
    }

    private static byte[] bytes(int value) {
        return new byte[] {(byte) value};
    }
}
