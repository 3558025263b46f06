package encore.query.search;

import encore.kernel.fans.FanId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one feature knows of some fans, packed: of a million fans some {@value #FANS} stand in a document, so that a start reads
 * few documents and a change writes a small one. Which document a fan is in follows from its id alone.
 */
record FanPack(List<OfFan> fans) {

    private static final int FANS = 16;
    private static final int PACKS = 65_536;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    static final FanPack EMPTY = new FanPack(List.of());

    private static final Comparator<OfFan> ORDER =
            Comparator.comparingLong(OfFan::account).thenComparingLong(OfFan::fanId);

    /** One fan's facts as its feature spells them. */
    record OfFan(long account, long fanId, byte[] facts) {

        boolean isOf(FanId fan) {
            return fanId == fan.number() && account == fan.account();
        }
    }

    FanPack {
        fans = List.copyOf(fans);
    }

    static String key(FanId fan) {
        long mixed = (fan.number() ^ fan.account() << 32) * GOLDEN;
        return Long.toString(PACKS + (mixed >>> 32) % PACKS);
    }

    byte @Nullable [] of(FanId fan) {
        for (OfFan one : fans) {
            if (one.isOf(fan)) {
                return one.facts();
            }
        }
        return null;
    }

    FanPack with(FanId fan, byte[] facts) {
        List<OfFan> all = new ArrayList<>(without(fan).fans);
        all.add(new OfFan(fan.account(), fan.number(), facts));
        all.sort(ORDER);
        return new FanPack(all);
    }

    FanPack without(FanId fan) {
        return new FanPack(fans.stream().filter(one -> !one.isOf(fan)).toList());
    }
}
